import { type AccountTimes, whyMayNotSignIn } from '../account-standing.ts'
import { accountProblem } from './account-problem.ts'

/**
 * Whether an account may have a session, however its owner showed who they are. Whether it is frozen is asked when the
 * session is opened, with the account locked.
 * @throws problem not-active (406) when it is deactivated or its address unconfirmed, not-verified (403) before its review
 */
export function requireMaySignIn(account: AccountTimes) {
  const reason = whyMayNotSignIn({ ...account, isFrozen: false })
  if (reason) throw accountProblem(reason)
}
