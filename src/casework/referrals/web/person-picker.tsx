import { Button, Group, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import {
  PersonSearch,
  type PickedPerson,
  personLabel,
  usePersonSearch,
} from '#casework/clients/web/person-search-public.tsx'
import { DRAFT_PARAMETER } from '#platform/web/draft-gate.tsx'

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
  const found = usePersonSearch(text)
  if (value)
    return (
      <Group justify="space-between">
        <b>{personLabel(value)}</b>
        <Button variant="default" onClick={() => onChange(null)}>
          {t('person.other')}
        </Button>
      </Group>
    )
  const back = new URLSearchParams(search)
  back.delete('contactId')
  back.set(DRAFT_PARAMETER, draftId)
  return (
    <Stack>
      <PersonSearch
        label={t('person.label')}
        hint={t('person.hint')}
        nobody={(name) => t('person.nobody', { name })}
        text={text}
        error={error}
        search={found}
        onText={onText}
        onChange={onChange}
      />
      <Group>
        <Button
          component={Link}
          to={`/people/new?returnTo=${encodeURIComponent(`${pathname}?${back}`)}`}
          // Names must not be in URLs, which are stored in histories and logs.
          state={{ name: text.trim() }}
          variant={found.isNobody ? 'filled' : 'default'}
          leftSection={<IconUserPlus size={20} aria-hidden />}
        >
          {t('person.new')}
        </Button>
      </Group>
    </Stack>
  )
}
