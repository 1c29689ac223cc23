import { useTranslation } from 'react-i18next'
import type { ReferralStatus } from '../referral-machine.ts'
import classes from './referral-page.module.css'
import { statusKey } from './referral-status-chip.tsx'

const many = 5
/** How far along the way a state is: sent, seen, answered, under way, ended. */
const reached: Record<ReferralStatus, number> = {
  Draft: 0,
  Sent: 1,
  'In Review': 2,
  Accepted: 3,
  Forwarded: 3,
  Declined: 5,
  Recalled: 5,
  Expired: 5,
  'In Progress': 4,
  'On Hold': 4,
  'Closed: Resolved': 5,
  'Closed: Unresolved': 5,
  'Entered In Error': 5,
}

export function StatusSteps({ status }: { status: ReferralStatus }) {
  const { t } = useTranslation('referrals')
  const done = reached[status]
  return (
    <div
      className={classes.steps}
      role="img"
      aria-label={t('page.step', { step: done, of: many, status: t(statusKey(status)) })}
    >
      {Array.from({ length: many }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five bars that never move
        <span key={n} className={n < done ? classes.done : undefined} />
      ))}
    </div>
  )
}
