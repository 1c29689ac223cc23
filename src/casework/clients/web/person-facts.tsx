import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { SafeEmailLink, SafePhoneLink } from '#casework/safe-contact/web/safe-contact-public.tsx'
import { ContactRow } from '#identity/people/contact.ts'
import { languageText } from '#platform/web/language-of-code.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { type Contact, otherPersonFields } from '../contact-record.ts'
import classes from './contacts.module.css'
import { useLabel } from './use-label.ts'

/** A person's record; the person does not see the note about them. */
type Facts = Omit<
  Contact,
  'id' | 'organizationId' | 'title' | 'note' | 'createdBy' | 'changedOn' | 'version' | 'mergedInto' | 'consents'
> &
  Partial<Pick<Contact, 'note'>>

const addressOf = ({ address1, address2, city, stateProvince, postalCode }: Facts) => {
  const place = [city, [stateProvince, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [address1, address2, place].filter(Boolean).join('\n')
}

/** A person's record. */
export function PersonFacts({ contact }: { contact: Contact }) {
  const { t } = useTranslation('clients')
  return (
    <Card labelledBy="person-facts" className={classes.section ?? ''}>
      <h2 id="person-facts">{t('page.facts')}</h2>
      <FactList contact={contact} />
    </Card>
  )
}

/** What is on record about a person; unknown fields are omitted. */
export function FactList({ contact }: { contact: Facts }) {
  const { t } = useTranslation('clients')
  const label = useLabel()
  const address = addressOf(contact)
  return (
    <dl className={classes.facts}>
      {contact.birthDate && (
        <>
          <dt>{label('Birth date')}</dt>
          <dd>{dayText(contact.birthDate)}</dd>
        </>
      )}
      {contact.phones.length > 0 && (
        <>
          <dt>{label('Phone numbers')}</dt>
          {contact.phones.map((phone) => (
            <dd key={phone.id}>
              <SafePhoneLink rules={contact.safeContact} number={phone.phoneNumber} />{' '}
              <span className={classes.quiet}>
                {[t(`choices.kind.${phone.kind}`), contact.phones.length > 1 && phone.isPrimary && t('page.primary')]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </dd>
          ))}
        </>
      )}
      {contact.email && (
        <>
          <dt>{label('Email')}</dt>
          <dd>
            <SafeEmailLink rules={contact.safeContact} email={contact.email} />
          </dd>
        </>
      )}
      {contact.language && (
        <>
          <dt>{label('Language')}</dt>
          <dd>{languageText(contact.language)}</dd>
        </>
      )}
      {address && (
        <>
          <dt>{label('Address')}</dt>
          <dd>{address}</dd>
        </>
      )}
      {otherPersonFields.map(
        (name) =>
          contact[name] && (
            <Fragment key={name}>
              <dt>{label(ContactRow.shape[name].meta()?.title ?? name)}</dt>
              <dd>{contact[name]}</dd>
            </Fragment>
          ),
      )}
      <dt>{t('page.recorded')}</dt>
      <dd>{dayText(contact.createdOn)}</dd>
    </dl>
  )
}
