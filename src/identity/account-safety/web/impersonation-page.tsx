import { useTranslation } from 'react-i18next'
import { redirect } from 'react-router'
import { currentUser } from '#platform/web/guards.ts'
import { userHasRole } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { impersonatingRoles } from '../impersonation-policy.ts'
import { ImpersonationCard } from './impersonation-card.tsx'

export async function loader() {
  if (!userHasRole(await currentUser(), ...impersonatingRoles)) throw redirect('/myAccount/preferences')
  return null
}

/** Impersonation for people without the Super Admin screen. */
export function Screen() {
  const { t } = useTranslation('account-safety')
  return (
    <>
      <PageHeading title={t('impersonate.title')} />
      <ImpersonationCard isAlone />
    </>
  )
}
