import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneText } from '#platform/schema/phone-number.ts'
import { notify } from '#platform/web/notify.ts'
import { dayText } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FoldCard } from '#ui/fold-card.tsx'
import shared from '#ui/pairs.module.css'
import type { FormerPerson } from '../person-merge.ts'
import classes from './duplicate-people.module.css'
import { formerPeople, undoMerge } from './pair-calls.ts'
import { nameOf } from './pair-words.tsx'
import { refusalOf } from './refusal.ts'
import { RowCounts } from './row-counts.tsx'
import { SamePersonDialog } from './same-person-dialog.tsx'

/**
 * On a person's record: the records that were merged into it, as they were, and the way to merge another one, proposed
 * or not.
 */
export function FormerRecords({ contactId, name }: { contactId: string; name: string }) {
  const { t } = useTranslation('duplicate-people')
  const read = useQuery(formerPeople(contactId))
  const { data } = read
  const [isLooking, setLooking] = useState(false)
  if (!data) return <UnreadCard id="former-records" title={t('former.title')} read={read} className={shared.item} />
  return (
    <FoldCard id="former-records" title={t(data.length ? 'former.title' : 'same.title')} className={shared.item ?? ''}>
      {data.length === 0 && <p>{t('same.text', { name })}</p>}
      {data.length > 0 && (
        <ul className={classes.former}>
          {data.map((person) => (
            <li key={person.id} className={shared.side}>
              <FormerRecord person={person} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button variant="default" aria-haspopup="dialog" onClick={() => setLooking(true)}>
          {t('same.act')}
        </Button>
      </div>
      {isLooking && <SamePersonDialog {...{ contactId, name }} onClose={() => setLooking(false)} />}
    </FoldCard>
  )
}

function FormerRecord({ person }: { person: FormerPerson }) {
  const { t } = useTranslation('duplicate-people')
  const [isAsking, setAsking] = useState(false)
  const day = dayText(person.mergedOn)
  const lines = [
    person.birthDate && t('born', { day: dayText(person.birthDate) }),
    person.phones.map(({ phoneNumber }) => phoneText(phoneNumber)).join(', '),
    person.email,
    [person.address1, person.address2, person.city, person.postalCode].filter(Boolean).join(', '),
    person.note,
    person.mergedBy ? t('former.by', { day, name: person.mergedBy }) : t('former.on', { day }),
  ]
  return (
    <>
      <strong>{nameOf(person)}</strong>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className={`${shared.soft} ${classes.text}`}>
          {line}
        </span>
      ))}
      {person.mayUndo ? (
        <div>
          <Button
            variant="default"
            onClick={() => setAsking(true)}
            aria-label={t('former.undoFor', { name: nameOf(person) })}
          >
            {t('former.undo')}
          </Button>
        </div>
      ) : (
        <span className={shared.soft}>{t('refused.merge-not-newest')}</span>
      )}
      {isAsking && <UndoDialog person={person} onClose={() => setAsking(false)} />}
    </>
  )
}

function UndoDialog({ person, onClose }: { person: FormerPerson; onClose: () => void }) {
  const { t } = useTranslation(['duplicate-people', 'platform'])
  const [isSending, setSending] = useState(false)
  const undo = async () => {
    setSending(true)
    try {
      await undoMerge(person.mergeId)
      notify(t('former.undone'))
    } catch (error) {
      const code = refusalOf(error)
      notify(code ? t(`refused.${code}`) : t('platform:notice.wentWrong'), 'bad')
    }
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('former.ask')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <p>{t('former.text', { name: nameOf(person) })}</p>
      {person.since.length > 0 && (
        <>
          <p>{t('former.since')}</p>
          <RowCounts rows={person.since} />
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('platform:form.cancel')}
        </Button>
        <Button loading={isSending} onClick={() => void undo()}>
          {t('former.undo')}
        </Button>
      </Group>
    </Dialog>
  )
}
