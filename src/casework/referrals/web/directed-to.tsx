import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSuggestions } from '#platform/web/suggestions.tsx'
import { useColleagues } from './referral-calls.ts'

interface Addressee {
  /** of the account */
  id: string
  name: string
}
interface DirectedToProps {
  organizationId: string
  value: Addressee | null
  onChange: (addressee: Addressee | null) => void
}

/** The addressee: a person there, found by name. */
export function DirectedTo({ organizationId, value, onChange }: DirectedToProps) {
  const { t } = useTranslation('referrals')
  const [text, setText] = useState(value?.name ?? '')
  const [asked] = useDebouncedValue(text, 300)
  const search = useColleagues(organizationId, value?.name === asked ? '' : asked)
  const found = search.data?.items ?? []
  const all = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found
  const { options: offered, field } = useSuggestions({ found: all, hasFailed: search.isError }, text)
  const pick = (id: string | null) => onChange(offered.find((one) => one.id === id) ?? null)
  return (
    <Select
      label={t('pick.directedTo')}
      description={t('pick.directedToHint')}
      searchable
      clearable
      value={value?.id ?? null}
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
