import { sql } from 'kysely'

/** `../account-standing.ts` in SQL, for an account with this alias in the statement. */
const timesAreGood = (account: string) => sql`${sql.ref(`${account}.emailConfirmedOn`)} is not null
  and ${sql.ref(`${account}.approvedOn`)} is not null and ${sql.ref(`${account}.deactivatedOn`)} is null`
const isNotFrozen = (account: string) =>
  sql`not exists (select from account_freeze z where z.account_id = ${sql.ref(`${account}.id`)})`

/** Active: confirmed, approved, not deactivated. */
export const accountIsActive = (account = 'account') => sql<boolean>`(${timesAreGood(account)})`

/** May be assigned work and notified of it: active and not frozen. */
export const accountMayReceive = (account = 'account') =>
  sql<boolean>`(${timesAreGood(account)} and ${isNotFrozen(account)})`

/** May have a session: the same conditions, for a different purpose. */
export const accountMaySignIn = (account = 'account') => accountMayReceive(account)
