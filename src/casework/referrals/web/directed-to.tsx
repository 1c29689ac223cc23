import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSuggestions } from '#platform/web/suggestions.tsx'
import { useColleagues } from './referral-calls.ts'

interface DirectedToProps {
  organizationId: string
  value: string | null
  onChange: (accountId: string | null) => void
}

/** The addressee: a person there, found by name. */
export function DirectedTo({ organizationId, value, onChange }: DirectedToProps) {
  const { t } = useTranslation('referrals')
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, 300)
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const search = useColleagues(organizationId, chosen?.name === asked ? '' : asked)
  const found = search.data?.items ?? []
  const all = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const { options: offered, field } = useSuggestions({ found: all, hasFailed: search.isError }, text)
  const pick = (id: string | null) => {
    setChosen(offered.find((one) => one.id === id) ?? null)
    onChange(id)
  }
  return (
    <Select
      label={t('pick.directedTo')}
      description={t('pick.directedToHint')}
      searchable
      clearable
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onChange={pick}
      filter={({ options }) => options}
      nothingFoundMessage={
        search.isError ? undefined : t(text.trim().length < 2 ? 'pick.directedToType' : 'pick.directedToNobody')
      }
      {...field}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
