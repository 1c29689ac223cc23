import { Checkbox, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ContactFields } from '#directory/editing/web/editing-public.tsx'
import type { ContactLine } from '#directory/services/service-document.ts'
import type { Correctable } from '../suggestion.ts'
import classes from './suggestions.module.css'
import { type Correction, contactAt } from './use-correction.ts'

interface ContactCorrectionProps {
  correction: Correction
  correctable: Correctable
}

/** Whom the directory names, with what is there now; or somebody who is missing. */
export function ContactCorrection({ correction: { form }, correctable }: ContactCorrectionProps) {
  const { t } = useTranslation(['suggestions', 'editing'])
  const { contacts } = correctable
  const called = ({ contact, placeName }: Correctable['contacts'][number], at: number) => {
    const { name, title, department, email } = contact
    const who = [name, title, department].filter(Boolean).join(', ') || email
    return [who || t('editing:contacts.numbered', { number: at + 1 }), placeName].filter(Boolean).join(' – ')
  }
  const isKnown = form.values.who !== ''
  return (
    <>
      {contacts.length > 0 && (
        <NativeSelect
          label={t('form.who')}
          data={[
            ...contacts.map((one, at) => ({ value: String(at), label: called(one, at) })),
            { value: '', label: t('form.whoMissing') },
          ]}
          value={String(form.values.who)}
          onChange={(event) => {
            const who = event.currentTarget.value
            form.set('who', who)
            form.set('contact', contactAt(correctable, who))
            form.set('isGone', false)
          }}
        />
      )}
      {isKnown && (
        <Checkbox
          label={t('form.noPerson')}
          checked={Boolean(form.values.isGone)}
          onChange={(event) => form.set('isGone', event.currentTarget.checked)}
        />
      )}
      {form.values.isGone && form.errors['contact.name'] && (
        <p className={classes.error} role="alert">
          {form.errors['contact.name']}
        </p>
      )}
      {!form.values.isGone && (
        <>
          <p className={classes.soft}>{t('form.contactHelp')}</p>
          <ContactFields
            contact={form.values.contact as ContactLine}
            path="contact"
            errors={form.errors}
            onChange={(contact) => form.set('contact', contact)}
          />
        </>
      )}
    </>
  )
}
