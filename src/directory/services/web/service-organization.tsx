import { useTranslation } from 'react-i18next'
import { Card } from '#ui/card.tsx'
import type { ServiceDetail } from '../service-detail.ts'
import classes from './directory.module.css'
import { Contacts, Phones } from './service-contact.tsx'

/** The service's organization and its contact data. */
export function ServiceOrganization({ service }: { service: ServiceDetail }) {
  const { t } = useTranslation('services')
  const { organization } = service
  const website = service.url ?? organization.website
  const email = service.email ?? organization.email
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
      <Phones phones={organization.phones} />
      <Contacts contacts={organization.contacts} />
      <ul className={classes.plain}>
        {website && /^https?:/i.test(website) && (
          <li>
            <span className={classes.kind}>{t('service.website')}</span>{' '}
            <a href={website} target="_blank" rel="noopener noreferrer">
              {website.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
            </a>
          </li>
        )}
        {email && (
          <li>
            <span className={classes.kind}>{t('service.email')}</span> <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
      </ul>
    </Card>
  )
}
