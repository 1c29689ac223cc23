import type { AccountRow } from './account.ts'

/**
 * Where an account stands, as three questions that the whole product asks by these names; `server/account-standing.ts` has
 * the same three for statements. A rule that needs another answer is a rule of its own and says so where it stands.
 */
export type AccountTimes = Pick<AccountRow, 'emailConfirmedOn' | 'approvedOn' | 'deactivatedOn'>
export type AccountStanding = AccountTimes & { isFrozen: boolean }

/** The account takes part: its address is confirmed, it is approved, and nobody deactivated it. */
export const isActive = (account: AccountTimes) =>
  account.emailConfirmedOn !== null && account.approvedOn !== null && account.deactivatedOn === null

/** May be given work and notified of it. A frozen account keeps what it has; its mailbox may be a thief's. */
export const mayReceive = (account: AccountStanding) => isActive(account) && !account.isFrozen

/** Why the account may have no session, as a problem code; null when it may. */
export function whyMayNotSignIn(account: AccountStanding) {
  if (account.deactivatedOn !== null || account.emailConfirmedOn === null) return 'not-active' as const
  if (account.approvedOn === null) return 'not-verified' as const
  return account.isFrozen ? ('account-frozen' as const) : null
}

/** May have a session. */
export const maySignIn = (account: AccountStanding) => whyMayNotSignIn(account) === null
