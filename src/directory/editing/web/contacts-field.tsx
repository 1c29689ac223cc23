import { Button, TextInput } from '@mantine/core'
import { IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ContactLine } from '#directory/services/service-document.ts'
import classes from './editing.module.css'
import { useLineFocus } from './line-focus.ts'
import { isFilled, PhonesField } from './phones-field.tsx'

/** The most that a listing may have. */
const MOST = 20
const texts = ['name', 'title', 'department', 'email'] as const

interface ContactsFieldProps {
  contacts: ContactLine[]
  /** Where they are in the form. */
  path?: string
  label?: string
  state: string | undefined
  /** By path: `contacts.0.email`. */
  errors: Record<string, string>
  onChange: (contacts: ContactLine[]) => void
}

interface ContactFieldsProps {
  contact: ContactLine
  /** Where they are in the form. */
  path: string
  errors: Record<string, string>
  onChange: (contact: ContactLine) => void
}

/** Somebody to ask for, with their own telephone numbers. */
export function ContactFields({ contact, path, errors, onChange }: ContactFieldsProps) {
  const { t } = useTranslation('editing')
  return (
    <>
      <div className={classes.lineFields}>
        {texts.map((name) => (
          <TextInput
            key={name}
            name={`${path}.${name}`}
            label={t(`contacts.${name}`)}
            maxLength={name === 'email' ? 254 : 200}
            autoComplete="off"
            {...(name === 'email' ? { type: 'email', inputMode: 'email' as const } : {})}
            value={contact[name] ?? ''}
            error={errors[`${path}.${name}`]}
            onChange={(event) => onChange({ ...contact, [name]: event.currentTarget.value || null })}
          />
        ))}
      </div>
      <PhonesField
        phones={contact.phones}
        path={`${path}.phones`}
        state={undefined}
        errors={errors}
        onChange={(phones) => onChange({ ...contact, phones })}
      />
    </>
  )
}

export const emptyContact: ContactLine = { name: null, title: null, department: null, email: null, phones: [] }

/** A contact without its empty numbers; null if nothing is said of it. */
export function filledContact(contact: ContactLine): ContactLine | null {
  const phones = contact.phones.filter(isFilled)
  return phones.length || texts.some((name) => contact[name]?.trim()) ? { ...contact, phones } : null
}

/** Whom to ask for, each with their own telephone numbers. */
export function ContactsField({ contacts, path = 'contacts', label, state, errors, onChange }: ContactsFieldProps) {
  const { t } = useTranslation('editing')
  const { list, toLine, toAdd } = useLineFocus()
  // What everyone can read is said once.
  const help = label ? undefined : t('contacts.help')
  return (
    <fieldset ref={list} className={classes.hours} data-field={path} tabIndex={-1}>
      <legend>{label ?? t('field.contacts')}</legend>
      {(state || help) && <p className={classes.also}>{[state, help].filter(Boolean).join(' · ')}</p>}
      {contacts.map((contact, at) => {
        const called = contact.name || contact.title || contact.department || t('contacts.numbered', { number: at + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may hold the same words
          <fieldset key={at} className={classes.contact} data-line={at}>
            <legend>{called}</legend>
            <ContactFields
              contact={contact}
              path={`${path}.${at}`}
              errors={errors}
              onChange={(next) => onChange(contacts.map((one, n) => (n === at ? next : one)))}
            />
            <div>
              <Button
                variant="subtle"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => {
                  onChange(contacts.filter((_, n) => n !== at))
                  toAdd()
                }}
              >
                {t('contacts.remove', { contact: called })}
              </Button>
            </div>
          </fieldset>
        )
      })}
      {contacts.length < MOST && (
        <div>
          <Button
            data-add
            variant="subtle"
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => {
              onChange([...contacts, emptyContact])
              toLine(contacts.length)
            }}
          >
            {t('contacts.add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
