import { Button, TextInput } from '@mantine/core'
import { IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ContactLine } from '#directory/services/service-document.ts'
import classes from './editing.module.css'
import { useLineFocus } from './line-focus.ts'
import { PhonesField } from './phones-field.tsx'

/** The most that a listing may have. */
const MOST = 20
const texts = ['name', 'title', 'department', 'email'] as const

interface ContactsFieldProps {
  contacts: ContactLine[]
  state: string | undefined
  /** By path: `contacts.0.email`. */
  errors: Record<string, string>
  onChange: (contacts: ContactLine[]) => void
}

/** Whom to ask for, each with their own telephone numbers. */
export function ContactsField({ contacts, state, errors, onChange }: ContactsFieldProps) {
  const { t } = useTranslation('editing')
  const { list, toLine, toAdd } = useLineFocus()
  const edit = (at: number, part: Partial<ContactLine>) =>
    onChange(contacts.map((contact, n) => (n === at ? { ...contact, ...part } : contact)))
  return (
    <fieldset ref={list} className={classes.hours} data-field="contacts">
      <legend>{t('field.contacts')}</legend>
      <p className={classes.also}>{[state, t('contacts.help')].filter(Boolean).join(' · ')}</p>
      {contacts.map((contact, at) => {
        const called = contact.name || contact.title || contact.department || t('contacts.numbered', { number: at + 1 })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may hold the same words
          <fieldset key={at} className={classes.contact} data-line={at}>
            <legend>{called}</legend>
            <div className={classes.lineFields}>
              {texts.map((name) => (
                <TextInput
                  key={name}
                  name={`contacts.${at}.${name}`}
                  label={t(`contacts.${name}`)}
                  maxLength={name === 'email' ? 254 : 200}
                  autoComplete="off"
                  {...(name === 'email' ? { type: 'email', inputMode: 'email' as const } : {})}
                  value={contact[name] ?? ''}
                  error={errors[`contacts.${at}.${name}`]}
                  onChange={(event) => edit(at, { [name]: event.currentTarget.value || null })}
                />
              ))}
            </div>
            <PhonesField
              phones={contact.phones}
              path={`contacts.${at}.phones`}
              state={undefined}
              errors={errors}
              onChange={(phones) => edit(at, { phones })}
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
              onChange([...contacts, { name: null, title: null, department: null, email: null, phones: [] }])
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
