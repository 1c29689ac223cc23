import { type AccountTimes, whyMayNotSignIn } from '../account-standing.ts'
import { accountProblem } from './account-problem.ts'

/**
 * Requires that an account may have a session, whatever the sign-in method. Whether it is frozen is checked when the
 * session is opened, with the account locked.
 * @throws problem not-active (406) if it is deactivated or its address is unconfirmed, not-verified (403) before its
 * review
 */
export function requireMaySignIn(account: AccountTimes) {
  const reason = whyMayNotSignIn({ ...account, isFrozen: false })
  if (reason) throw accountProblem(reason)
}
