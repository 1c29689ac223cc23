import { Loader, MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#platform/web/api.ts'
import { useSuggestions } from '#platform/web/suggestions.tsx'
import { useLabel } from './use-label.ts'

interface Named {
  id: string
  name: string
}
const enough = 3

interface OrganizationsFieldProps {
  ids: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** Selects organizations by name, with suggestions while typing. */
export function OrganizationsField({ ids, error, onChange }: OrganizationsFieldProps) {
  const { t } = useTranslation('clients')
  const label = useLabel()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Named[]>([])
  const [name] = useDebouncedValue(typed.trim(), 500)
  const isEnough = name.length >= enough
  const found = useQuery({
    queryKey: ['organization', 'autocomplete', name],
    queryFn: ({ signal }) =>
      api.get<{ items: Named[] }>('/api/organization/autocomplete', { query: { name }, quiet: true, signal }),
    enabled: isEnough,
  })
  const suggested = (isEnough && found.data?.items) || []
  // A restored draft contains only the identifiers of selected organizations.
  const isNamed = (id: string) => chosen.some((each) => each.id === id)
  const earlier = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['organization', 'one', id],
      queryFn: () => api.get<Named>(`/api/organization/${id}`),
      enabled: !isNamed(id),
    })),
    combine: (answers) => answers.flatMap(({ data }) => (data && !isNamed(data.id) ? [data] : [])),
  })
  const all = [...chosen, ...earlier, ...suggested.filter((o) => !ids.includes(o.id) && !isNamed(o.id))]
  const hasFailed = isEnough && found.isError
  const { options: known, field } = useSuggestions({ found: all, hasFailed }, typed)
  const isWaiting = typed.trim() !== name || found.isFetching
  return (
    <MultiSelect
      name="recipientIds"
      data-field="recipientIds"
      label={label('Organizations')}
      description={t('consent.organizationsHelp')}
      withAsterisk
      aria-required
      searchable
      hidePickedOptions
      autoComplete="off"
      error={error}
      {...field}
      data={known.map((o) => ({ value: o.id, label: o.name }))}
      // The server has already matched the names, with tolerance.
      filter={({ options }) => options}
      value={ids}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(next) => {
        setChosen(known.filter((o) => next.includes(o.id)))
        onChange(next)
        setTyped('')
      }}
      rightSection={isWaiting && typed ? <Loader size={18} aria-hidden="true" /> : null}
      nothingFoundMessage={
        typed.trim().length < enough
          ? t('consent.typeMore')
          : isWaiting
            ? t('consent.searching')
            : hasFailed
              ? undefined
              : t('consent.noOrganization')
      }
    />
  )
}
