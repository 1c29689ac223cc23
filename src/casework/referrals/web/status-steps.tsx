import { useTranslation } from 'react-i18next'
import type { Referral } from '../referral-call.ts'
import type { ReferralStatus } from '../referral-machine.ts'
import { statusKey } from '../status-key.ts'
import classes from './referral-page.module.css'

const many = 5
/** The progress of a state: sent, seen, answered, in progress, helped. */
const reached: Partial<Record<ReferralStatus, number>> = {
  Draft: 0,
  Sent: 1,
  'In Review': 2,
  Accepted: 3,
  Forwarded: 3,
  'In Progress': 4,
  'On Hold': 4,
  'Closed: Resolved': 5,
}

/** The steps that an ended referral had completed before it ended without help. */
const takenBeforeEnd = ({ sentOn, firstViewedOn, respondedOn, startedOn, status }: Progress) =>
  [sentOn, firstViewedOn, respondedOn && status === 'Closed: Unresolved', startedOn].filter(Boolean).length

type Progress = Pick<Referral, 'status' | 'sentOn' | 'firstViewedOn' | 'respondedOn' | 'startedOn'>

/** The progress of a referral. One that ended without help stops at its last step, and is marked as ended. */
export function StatusSteps({ referral }: { referral: Progress }) {
  const { t } = useTranslation('referrals')
  const { status } = referral
  const hasEnded = reached[status] === undefined
  const done = reached[status] ?? takenBeforeEnd(referral)
  const words = { step: done, of: many, status: t(statusKey(status)) }
  return (
    <div
      className={classes.steps}
      role="img"
      aria-label={t(hasEnded ? 'page.ended' : 'page.step', words)}
      data-ended={hasEnded || undefined}
    >
      {Array.from({ length: many }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: five bars that never move
        <span key={n} className={n < done ? classes.done : hasEnded && n === done ? classes.ended : undefined} />
      ))}
    </div>
  )
}
