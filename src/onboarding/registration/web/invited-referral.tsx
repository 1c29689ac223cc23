import { useTranslation } from 'react-i18next'
import type { ReferralInvitation } from '#casework/referrals/referral-call.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import classes from './review-page.module.css'

/** The referral of a claim link: enough to recognize it, nothing more about the person. */
export function InvitedReferral({ invitation }: { invitation: ReferralInvitation }) {
  const { t } = useTranslation('registration')
  const { referral, referringOrganization, referredToOrganization } = invitation
  if (!referral) return null
  const facts: [string, string | null][] = [
    [t('link.from'), referringOrganization.name],
    [t('link.to'), referredToOrganization.name],
    [t('link.person'), referral.personName],
    [t('link.service'), referral.serviceName],
    [t('link.urgency'), t(`choices.urgency.${referral.urgency}`)],
    [t('link.neededBy'), referral.neededBy && dayText(referral.neededBy)],
    [t('link.sentOn'), referral.sentOn && dayText(referral.sentOn)],
    [t('link.status'), t('link.waits')],
  ]
  return (
    <Card labelledBy="invited-referral" className={classes.decisions ?? ''}>
      <h2 id="invited-referral">{t('link.title')}</h2>
      <dl className={classes.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}
