import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ContactInList } from '#casework/clients/contact-record.ts'
import { usePersonSearch } from '#casework/clients/web/person-search-public.tsx'
import { phoneText } from '#platform/schema/phone-number.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { comparePeople } from './compare-people.ts'
import classes from './duplicate-people.module.css'
import { nameOf } from './pair-words.tsx'

interface SamePersonProps {
  contactId: string
  name: string
  onClose: () => void
}

/** Finds the other record of a person, and continues to the comparison of both. */
export function SamePersonDialog({ contactId, name, onClose }: SamePersonProps) {
  const { t } = useTranslation(['duplicate-people', 'platform'])
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [isSending, setSending] = useState(false)
  const search = usePersonSearch(text, [contactId])
  const choose = async (otherId: string) => {
    if (isSending) return
    setError('')
    setSending(true)
    const answer = await comparePeople(contactId, otherId)
    if ('refused' in answer) setError(answer.refused)
    else await navigate(answer.to, { state: { from: contactId } })
    setSending(false)
  }
  const { length: count } = search.people
  const found = count ? t(search.hasMore ? 'same.more' : 'same.found', { count }) : ''
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('same.ask')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <p>{t('same.lead', { name })}</p>
      <TextInput
        data-autofocus
        size="md"
        name="otherPerson"
        autoComplete="off"
        label={t('same.search')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError('')
        }}
      />
      <p role="status" className={classes.status}>
        {search.isNobody ? t('same.nobody', { text: search.asked }) : found}
      </p>
      {search.hasFailed && (
        <div className={classes.failed}>
          <p role="alert">{t('same.failed')}</p>
          <Button variant="default" onClick={search.again}>
            {t('retry')}
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className={classes.refused}>
          {error}
        </p>
      )}
      <ul className={classes.found}>
        {search.people.map((person) => (
          <li key={person.id}>
            <UnstyledButton
              className={classes.choice ?? ''}
              aria-disabled={isSending}
              onClick={() => void choose(person.id)}
            >
              <FoundPerson person={person} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Enough to tell two people of one name apart. */
function FoundPerson({ person }: { person: ContactInList }) {
  const { t } = useTranslation('duplicate-people')
  const lines = [
    person.birthDate && t('born', { day: dayText(person.birthDate) }),
    person.primaryPhone && phoneText(person.primaryPhone),
    [person.city, person.postalCode].filter(Boolean).join(' '),
  ]
  return (
    <>
      <strong>{nameOf(person)}</strong>
      <span>{lines.filter(Boolean).join(' · ')}</span>
    </>
  )
}
