import { useTranslation } from 'react-i18next'
import type { Contact } from '../service-detail.ts'
import type { PhoneLine } from '../service-search.ts'
import classes from './directory.module.css'
import { PhoneLink } from './phone-link.tsx'

/** Phone numbers, each once and with its description; those that answer before faxes. */
export function Phones({ phones }: { phones: PhoneLine[] }) {
  const { t } = useTranslation('services')
  if (!phones.length) return null
  const different = new Map(phones.map((phone) => [`${phone.type} ${phone.number} ${phone.extension}`, phone]))
  return (
    <ul className={classes.plain}>
      {[...different].map(([key, phone]) => (
        <li key={key}>
          <span className={classes.kind}>{t(`phoneType.${phone.type}`)}</span> <PhoneLink phone={phone} />
          {phone.description && <small className={classes.told}> {phone.description}</small>}
        </li>
      ))}
    </ul>
  )
}

/** People to ask for, with their own numbers. */
export function Contacts({ contacts }: { contacts: Contact[] }) {
  const { t } = useTranslation('services')
  if (!contacts.length) return null
  return (
    <ul className={classes.plain}>
      {contacts.map((contact) => (
        <li key={JSON.stringify(contact)}>
          <span className={classes.kind}>{t('service.askFor')}</span>{' '}
          {[contact.name, contact.title, contact.department].filter(Boolean).join(', ')}{' '}
          {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
          <Phones phones={contact.phones} />
        </li>
      ))}
    </ul>
  )
}
