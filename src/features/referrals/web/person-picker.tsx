import { Autocomplete, Button, Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { ContactInList } from '#features/contacts/contact-record.ts'
import { api } from '#platform/web/api.ts'
import { dayText } from '#platform/web/time-words.ts'

export type PickedPerson = Pick<ContactInList, 'id' | 'firstName' | 'lastName' | 'birthDate'>

const labelOf = (person: PickedPerson) =>
  [`${person.firstName} ${person.lastName}`, person.birthDate && dayText(person.birthDate)].filter(Boolean).join(' · ')

interface PersonPickerProps {
  value: PickedPerson | null
  onChange: (person: PickedPerson | null) => void
  error: string | undefined
}

/** Picks somebody on record; who is not is recorded on their own screen, which leads back here. */
export function PersonPicker({ value, onChange, error }: PersonPickerProps) {
  const { t } = useTranslation('referrals')
  const { pathname, search } = useLocation()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 300)
  const isLong = asked.length > 1
  const found = useQuery({
    queryKey: ['contact', 'pick', asked],
    queryFn: ({ signal }) =>
      api.post<{ items: ContactInList[] }>('/api/contact/search', { search: asked, limit: 8 }, { quiet: true, signal }),
    enabled: isLong,
  })
  if (value)
    return (
      <Group justify="space-between">
        <b>{labelOf(value)}</b>
        <Button variant="default" onClick={() => onChange(null)}>
          {t('person.other')}
        </Button>
      </Group>
    )
  const options = [...new Map((isLong ? (found.data?.items ?? []) : []).map((person) => [labelOf(person), person]))]
  return (
    <Stack>
      <Autocomplete
        label={t('person.label')}
        description={t('person.hint')}
        size="md"
        required
        withAsterisk
        name="contactId"
        error={error}
        value={text}
        onChange={setText}
        data={options.map(([label]) => label)}
        filter={({ options: all }) => all}
        onOptionSubmit={(label) => {
          const person = options.find(([each]) => each === label)?.[1]
          if (person) onChange(person)
        }}
      />
      <Group>
        <Button
          component={Link}
          to={`/people/new?returnTo=${encodeURIComponent(pathname + search)}`}
          variant="default"
          leftSection={<IconUserPlus size={20} aria-hidden />}
        >
          {t('person.new')}
        </Button>
      </Group>
    </Stack>
  )
}
