import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import type { Referral } from '../referral-call.ts'
import classes from './referral-page.module.css'
import { ReferralStatusChip } from './referral-status-chip.tsx'

/** For the sender: who else was asked to meet the same need, and what became of it. */
export function SiblingTries({ referral: { siblings } }: { referral: Pick<Referral, 'siblings'> }) {
  const { t } = useTranslation('referrals')
  if (siblings.length === 0) return null
  return (
    <div className={classes.section}>
      <h3>{t('facts.siblings')}</h3>
      <ul className={classes.others}>
        {siblings.map(({ id, organizationName, serviceName, status }) => (
          <li key={id}>
            <Anchor component={Link} to={`/referrals/${id}`}>
              {serviceName ? `${serviceName} · ${shownName(organizationName)}` : shownName(organizationName)}
            </Anchor>
            <ReferralStatusChip status={status} />
          </li>
        ))}
      </ul>
    </div>
  )
}
