import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactRow } from '#identity/people/contact.ts'
import { phoneText } from '#platform/schema/phone-number.ts'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { languageText } from '#platform/web/language-of-code.ts'
import { notify } from '#platform/web/notify.ts'
import { dayText } from '#platform/web/time-words.ts'
import type { Contact, NewContact } from '../contact-record.ts'
import { changeContact, showContact } from './contact-calls.ts'
import classes from './contacts.module.css'
import { PersonFields } from './person-fields.tsx'
import { differingFields, PersonForm, personValues, samePhones } from './person-form.ts'
import { useLabel } from './use-label.ts'

interface Conflict {
  mine: NewContact
  theirs: Contact
}

/** Edits a record. If another person changed it meanwhile, both versions are shown and no input is lost. */
export function EditPerson({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const { t } = useTranslation(['clients', 'platform'])
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // The version that was read when the form opened, until a newer one was shown.
  const version = useRef(contact.version)
  const form = useContractForm({
    contract: PersonForm,
    texts: 'clients',
    initial: personValues(contact),
    onSubmit: async (values) => {
      try {
        await changeContact(contact.id, { ...values, version: version.current }, { quiet: true })
      } catch (error) {
        const theirs = newerVersion<Contact>(error)
        if (!theirs) throw error
        showContact(theirs)
        return setConflict({ mine: values, theirs })
      }
      notify(t('form.changed'))
      onDone()
    },
    onFailure: (error) => {
      if (!(error instanceof ApiError && error.errors.length)) notify(t('platform:notice.wentWrong'), 'bad')
    },
  })
  const takeTheirs = ({ theirs }: Conflict) => {
    version.current = theirs.version
    for (const [name, value] of Object.entries(personValues(theirs))) form.set(name, value)
    setConflict(null)
  }
  const keepMine = ({ theirs }: Conflict) => {
    version.current = theirs.version
    setConflict(null)
    form.submit()
  }
  return (
    <form className={classes.form} noValidate onSubmit={form.submit}>
      <PersonFields form={form} />
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          onKeepMine={() => keepMine(conflict)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('platform:form.cancel')}
        </Button>
        {!conflict && (
          <Button type="submit" loading={form.isSending}>
            {t('platform:form.save')}
          </Button>
        )}
      </Group>
    </form>
  )
}

const shown = (contact: Contact, name: ReturnType<typeof differingFields>[number]) => {
  const value = contact[name]
  if (!value) return '—'
  return name === 'birthDate' ? dayText(value) : name === 'language' ? languageText(value) : value
}

function ConflictNotice({
  conflict: { mine, theirs },
  onKeepMine,
  onTakeTheirs,
}: {
  conflict: Conflict
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const { t } = useTranslation('clients')
  const label = useLabel()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} className={classes.conflict} role="alert" tabIndex={-1}>
      <h2 className={classes.conflictTitle}>{t('edit.conflict')}</h2>
      <p>{t('edit.conflictText')}</p>
      <ul>
        {differingFields(mine, theirs).map((name) => (
          <li key={name}>
            {label(ContactRow.shape[name].meta()?.title ?? name)}: <strong>{shown(theirs, name)}</strong>
          </li>
        ))}
        {!samePhones(mine.phones, theirs.phones) && (
          <li>
            {label('Phone numbers')}:{' '}
            <strong>{theirs.phones.map((p) => phoneText(p.phoneNumber)).join(', ') || '—'}</strong>
          </li>
        )}
      </ul>
      <div className={classes.actions}>
        <Button onClick={onKeepMine}>{t('edit.keepMine')}</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {t('edit.takeTheirs')}
        </Button>
      </div>
    </div>
  )
}
