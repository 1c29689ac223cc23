import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import classes from './access-log.module.css'
import { PersonAccessLog } from './person-access-log.tsx'

/** A person's access log, for the admins of their organization and for platform admins. */
export function Screen() {
  const { t } = useTranslation('person-rights')
  const { contactId = '' } = useParams()
  const isCaseworker = userHasRole(knownUser(), ...caseworkRoles)
  return (
    <>
      <p className={classes.back}>
        <Link to={isCaseworker ? `/people/${contactId}` : '/admin/accessLog'}>
          <IconArrowLeft size={18} aria-hidden />
          {isCaseworker ? t('log.back') : t('network.title')}
        </Link>
      </p>
      <PageHeading title={t('log.title')} lead={t('log.lead')} />
      <PersonAccessLog contactId={contactId} />
    </>
  )
}
