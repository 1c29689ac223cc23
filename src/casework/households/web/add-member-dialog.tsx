import { Button, Group, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SharedAtHome } from '#casework/clients/contact-record.ts'
import {
  getPickedPerson,
  PersonSearch,
  type PickedPerson,
  personLabel,
  usePersonSearch,
} from '#casework/clients/web/person-search-public.tsx'
import { ApiError } from '#platform/web/api.ts'
import { errorText } from '#platform/web/contract-form.ts'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Select } from '#ui/select.tsx'
import { type Relation, relations } from '../household.ts'
import { addMember } from './household-calls.ts'
import classes from './households.module.css'

interface AddMemberProps {
  contactId: string
  name: string
  atHome: SharedAtHome
  /** who was just recorded for this household */
  newId: string | null
  memberIds: string[]
  onClose: () => void
}

/** Finds somebody on record who lives with a person, or leads to recording them. */
export function AddMemberDialog({ contactId, name, atHome, newId, memberIds, onClose }: AddMemberProps) {
  const { t } = useTranslation(['households', 'platform'])
  const recorded = useQuery({
    queryKey: ['contact', 'picked', newId],
    queryFn: () => getPickedPerson(newId ?? ''),
    enabled: newId !== null,
  })
  const [chosen, setChosen] = useState<PickedPerson | null | undefined>(undefined)
  const person = chosen === undefined ? (recorded.data ?? null) : chosen
  const [text, setText] = useState('')
  // What was pressed or picked goes away; keyboard users continue at the next field.
  const form = useRef<HTMLFormElement>(null)
  const goTo = (field: string) => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(field)?.focus())
  const [relation, setRelation] = useState<Relation | null>(null)
  const [error, setError] = useState<string>()
  const search = usePersonSearch(text, [contactId, ...memberIds])
  const add = useMutation({
    mutationFn: (id: string) => addMember(contactId, { contactId: id, relation: relation ?? 'not-stated' }),
    onSuccess: () => {
      notify(t('added', { name: person ? `${person.firstName} ${person.lastName}` : '', other: name }))
      onClose()
    },
    onError: (failed) => {
      const message = failed instanceof ApiError ? failed.errors[0]?.message : undefined
      setError(message ? errorText(message, 'households') : t('platform:notice.wentWrong'))
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('addTitle', { name })}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (person) add.mutate(person.id)
          else setError(errorText('unknown-person', 'households'))
        }}
      >
        <Stack>
          {person ? (
            <Group justify="space-between">
              <b>{personLabel(person)}</b>
              <Button
                variant="default"
                onClick={() => {
                  setChosen(null)
                  setError(undefined)
                  goTo('[name=contactId]')
                }}
              >
                {t('other')}
              </Button>
              {error && (
                <p role="alert" className={classes.error}>
                  {error}
                </p>
              )}
            </Group>
          ) : (
            <>
              <PersonSearch
                label={t('person')}
                hint={t('personHint')}
                nobody={(asked) => t('nobody', { name: asked })}
                text={text}
                error={error}
                search={search}
                onText={(next) => {
                  setText(next)
                  setError(undefined)
                }}
                isFirst
                onChange={(picked) => {
                  setChosen(picked)
                  goTo('[data-field=relation]')
                }}
              />
              <Group>
                <Button
                  component={Link}
                  to={`/people/new?returnTo=${encodeURIComponent(`/people/${contactId}?household`)}`}
                  state={atHome}
                  variant={search.isNobody ? 'filled' : 'default'}
                  leftSection={<IconUserPlus size={20} aria-hidden />}
                >
                  {t('recordNew')}
                </Button>
              </Group>
            </>
          )}
          <Select
            label={t('relationToHead')}
            data-field="relation"
            data-autofocus={newId ? true : undefined}
            data={relations.map((each) => ({ value: each, label: t(`relation.${each}`) }))}
            value={relation}
            onChange={(next) => setRelation(next as Relation | null)}
            comboboxProps={{ withinPortal: true }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('platform:form.cancel')}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {t('submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
