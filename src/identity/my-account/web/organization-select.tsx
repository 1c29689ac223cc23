import { Loader, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MIN } from '#identity/organizations/organization-profile.ts'
import { ApiError, api } from '#platform/web/api.ts'
import { useSuggestions } from '#platform/web/suggestions.tsx'

interface Found {
  items: { id: string; name: string }[]
}
const WAIT_MS = 500

const labelOf = ({ name, id }: { name: string; id: string }) => `${name} - ${id}`

/** Finds an organization by name; the search starts at three characters, half a second after the last one. */
export function OrganizationSelect({
  current,
  error,
  onChange,
}: {
  current: { id: string; name: string } | null
  error: string | null
  onChange: (id: string | null) => void
}) {
  const { t } = useTranslation('accounts')
  const own = current && { value: current.id, label: labelOf(current) }
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(own)
  const [text, setText] = useState(own?.label ?? '')
  const [name] = useDebouncedValue(text.trim(), WAIT_MS)
  const isLongEnough = name.length >= SEARCH_MIN && name !== chosen?.label
  const {
    data,
    isFetching,
    error: failure,
  } = useQuery({
    queryKey: ['organization', 'autocomplete', name],
    queryFn: ({ signal }) => api.get<Found>('/api/organization/autocomplete', { query: { name }, signal }),
    enabled: isLongEnough,
  })
  const found = isLongEnough ? (data?.items ?? []) : []
  const all = found.map((o) => ({ value: o.id, label: labelOf(o) }))
  if (chosen && !all.some((o) => o.value === chosen.value)) all.push(chosen)
  // A 406 is not announced.
  const hasFailed = isLongEnough && failure !== null && !(failure instanceof ApiError && failure.status === 406)
  const { options, field } = useSuggestions({ found: all, hasFailed }, text)
  return (
    <Select
      name="organization"
      label={t('superAdmin.organization')}
      description={current ? t('superAdmin.current', { name: current.name }) : t('superAdmin.nowhere')}
      placeholder={t('superAdmin.search')}
      withAsterisk
      aria-required
      searchable
      clearable
      {...field}
      data={[...options]}
      filter={({ options: shown }) => shown}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={isLongEnough && !isFetching && !failure ? t('superAdmin.nothingFound') : undefined}
      rightSection={isFetching ? <Loader size="xs" /> : undefined}
      value={chosen?.value ?? null}
      onChange={(id, option) => {
        setChosen(id && option ? { value: id, label: option.label } : null)
        onChange(id)
      }}
      error={error}
    />
  )
}
