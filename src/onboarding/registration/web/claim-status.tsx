import { useTranslation } from 'react-i18next'
import type { ReferralInvitation } from '#casework/referrals/referral-call.ts'
import { configuration } from '#platform/web/configuration.ts'
import { useScreenTitle } from '#platform/web/screen-title.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { InvitedReferral } from './invited-referral.tsx'
import classes from './organization-page.module.css'
import { ReviewChip } from './review-chip.tsx'

/** Shown for a claim link that has been used to register: the state of the review. */
export function ClaimStatus({ invitation }: { invitation: ReferralInvitation }) {
  const { t } = useTranslation('registration')
  const status = invitation.claim?.status ?? 'pending'
  const organization = invitation.referredToOrganization.name
  useScreenTitle(t('claim.title', { organization }))
  return (
    <main id="content" className={classes.page}>
      <PageHeading title={t('claim.title', { organization })} lead={<ReviewChip status={status} />} />
      <p>{t(`claim.${status}`, { organization, contactEmail: configuration().contactEmail })}</p>
      <InvitedReferral invitation={invitation} />
    </main>
  )
}
