import { sql } from 'kysely'

/** `../account-standing.ts` in SQL, for the account that goes by this name in the statement. */
const timesAreGood = (account: string) => sql`${sql.ref(`${account}.emailConfirmedOn`)} is not null
  and ${sql.ref(`${account}.approvedOn`)} is not null and ${sql.ref(`${account}.deactivatedOn`)} is null`
const isNotFrozen = (account: string) =>
  sql`not exists (select from account_freeze z where z.account_id = ${sql.ref(`${account}.id`)})`

/** The account takes part: confirmed, approved, not deactivated. */
export const accountIsActive = (account = 'account') => sql<boolean>`(${timesAreGood(account)})`

/** May be given work and notified of it: active and not frozen. */
export const accountMayReceive = (account = 'account') =>
  sql<boolean>`(${timesAreGood(account)} and ${isNotFrozen(account)})`

/** May have a session: the same two conditions, asked for another reason. */
export const accountMaySignIn = (account = 'account') => accountMayReceive(account)
