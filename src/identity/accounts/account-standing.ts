import type { AccountRow } from './account.ts'

/**
 * The standing of an account, as three questions that the whole product uses; `server/account-standing.ts` has the same
 * three in SQL. A rule that needs a different answer must be a separate rule and explain itself.
 */
export type AccountTimes = Pick<AccountRow, 'emailConfirmedOn' | 'approvedOn' | 'deactivatedOn'>
export type AccountStanding = AccountTimes & { isFrozen: boolean }

/** Active: the address is confirmed, the account is approved, and it is not deactivated. */
export const isActive = (account: AccountTimes) =>
  account.emailConfirmedOn !== null && account.approvedOn !== null && account.deactivatedOn === null

/**
 * May be assigned work and notified of it. A frozen account keeps its assignments; an attacker may control its mailbox.
 */
export const mayReceive = (account: AccountStanding) => isActive(account) && !account.isFrozen

/** Why the account may not have a session, as a problem code; null if it may. */
export function whyMayNotSignIn(account: AccountStanding) {
  if (account.deactivatedOn !== null || account.emailConfirmedOn === null) return 'not-active' as const
  if (account.approvedOn === null) return 'not-verified' as const
  return account.isFrozen ? ('account-frozen' as const) : null
}

/** May have a session. */
export const maySignIn = (account: AccountStanding) => whyMayNotSignIn(account) === null
