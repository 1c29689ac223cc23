import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card } from '#ui/card.tsx'
import type { ListedOrganization, ServiceDetail } from '../service-detail.ts'
import classes from './directory.module.css'
import { Contacts, Phones } from './service-contact.tsx'

/** The service's organization and its contact data. */
export function ServiceOrganization({ service }: { service: ServiceDetail }) {
  const { t } = useTranslation('services')
  const { organization } = service
  return (
    <Card labelledBy="organization">
      <h2 id="organization">
        {organization.isStandIn
          ? t('service.providerNotNamed')
          : t('service.about', { organization: organization.name })}
      </h2>
      {organization.isStandIn && <p className={classes.text}>{t('service.standIn')}</p>}
      {organization.description && <p className={classes.text}>{organization.description}</p>}
      {service.programName && (
        <p className={classes.text}>
          {t('service.program', { program: service.programName })}
          {service.programDescription && `: ${service.programDescription}`}
        </p>
      )}
      <OrganizationContact
        organization={organization}
        website={service.url ?? organization.website}
        email={service.email ?? organization.email}
      />
      {!organization.isStandIn && (
        <p className={classes.allServices}>
          <Link to={`/directory/organization/${organization.id}`}>{t('organization.all')}</Link>
        </p>
      )}
    </Card>
  )
}

interface OrganizationContactProps {
  organization: ListedOrganization
  website: string | null
  email: string | null
  /** Said if there is nothing of all this. */
  none?: string
}

/** The phones, people, website and email of an organization. */
export function OrganizationContact({ organization, website, email, none }: OrganizationContactProps) {
  const { t } = useTranslation('services')
  const { phones, contacts } = organization
  const link = website && /^https?:/i.test(website) ? website : null
  if (none && !phones.length && !contacts.length && !link && !email) return <p>{none}</p>
  return (
    <>
      <Phones phones={phones} />
      <Contacts contacts={contacts} />
      <ul className={classes.plain}>
        {link && (
          <li>
            <span className={classes.kind}>{t('service.website')}</span>{' '}
            <a href={link} target="_blank" rel="noopener noreferrer">
              {link.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
            </a>
          </li>
        )}
        {email && (
          <li>
            <span className={classes.kind}>{t('service.email')}</span> <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
      </ul>
    </>
  )
}
