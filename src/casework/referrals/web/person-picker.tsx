import { Autocomplete, Button, Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { ContactInList } from '#casework/clients/contact-record.ts'
import { api } from '#platform/web/api.ts'
import { DRAFT_PARAMETER } from '#platform/web/draft-gate.tsx'
import { dayText } from '#platform/web/time-words.ts'
import classes from './new-referral-page.module.css'

export type PickedPerson = Pick<ContactInList, 'id' | 'firstName' | 'lastName' | 'birthDate' | 'postalCode'>

/** A person on record, as the picker shows them. */
export async function getPickedPerson(id: string): Promise<PickedPerson> {
  const { firstName, lastName, birthDate, postalCode } = await api.get<PickedPerson>(`/api/contact/${id}`, {
    quiet: true,
  })
  return { id, firstName, lastName, birthDate, postalCode }
}

const labelOf = (person: PickedPerson) =>
  [`${person.firstName} ${person.lastName}`, person.birthDate && dayText(person.birthDate)].filter(Boolean).join(' · ')

interface PersonPickerProps {
  value: PickedPerson | null
  /** the text typed so far */
  text: string
  /** the draft to which recording a new person returns */
  draftId: string
  onText: (text: string) => void
  onChange: (person: PickedPerson | null) => void
  error: string | undefined
}

/** Selects a person on record; a new person is recorded on a separate screen, which returns here. */
export function PersonPicker({ value, text, draftId, onText, onChange, error }: PersonPickerProps) {
  const { t } = useTranslation('referrals')
  const { pathname, search } = useLocation()
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
  const isNobody = isLong && found.isSuccess && asked === text.trim() && options.length === 0
  const back = new URLSearchParams(search)
  back.delete('contactId')
  back.set(DRAFT_PARAMETER, draftId)
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
        onChange={onText}
        data={options.map(([label]) => label)}
        filter={({ options: all }) => all}
        onOptionSubmit={(label) => {
          const person = options.find(([each]) => each === label)?.[1]
          if (person) onChange(person)
        }}
      />
      <p role="status" className={classes.reach} hidden={!isNobody}>
        {isNobody && t('person.nobody', { name: asked })}
      </p>
      <Group>
        <Button
          component={Link}
          to={`/people/new?returnTo=${encodeURIComponent(`${pathname}?${back}`)}`}
          // Names must not be in URLs, which are stored in histories and logs.
          state={{ name: text.trim() }}
          variant={isNobody ? 'filled' : 'default'}
          leftSection={<IconUserPlus size={20} aria-hidden />}
        >
          {t('person.new')}
        </Button>
      </Group>
    </Stack>
  )
}
