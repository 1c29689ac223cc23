import { problem } from '#platform/server/problem.ts'
import type { AccountRow } from '../account.ts'

/**
 * Whether an account may have a session at all, however its owner showed who they are.
 * @throws problem not-active (406) when it is deactivated or its address unconfirmed, not-verified (403) before its review
 */
export function demandMaySignIn(account: Pick<AccountRow, 'deactivatedOn' | 'emailConfirmedOn' | 'approvedOn'>) {
  if (account.deactivatedOn || !account.emailConfirmedOn) throw problem('not-active')
  if (!account.approvedOn) throw problem('not-verified')
}
