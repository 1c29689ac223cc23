import { type InsertObject, sql, type UpdateObject } from 'kysely'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Database, Tables } from '#platform/server/database.ts'
import { accountIsActive } from './account-standing.ts'

export type NewAccount = InsertObject<Tables, 'account'>

/**
 * Inserts an account for a person.
 * @returns its ID; null if an account already has the address, even one from a concurrent transaction
 */
export async function insertAccount(database: Database, account: NewAccount, roles: readonly RoleKey[] = []) {
  const inserted = await database
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return null
  await addRoles(database, inserted.id, roles)
  return inserted.id
}

/** Gives an account roles; existing ones stay. */
export async function addRoles(database: Database, accountId: string, roles: readonly RoleKey[]) {
  if (roles.length === 0) return
  await database
    .insertInto('accountRole')
    .values(roles.map((role) => ({ accountId, role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeRoles(database: Database, accountId: string, roles: readonly RoleKey[]) {
  if (roles.length === 0) return
  await database.deleteFrom('accountRole').where('accountId', '=', accountId).where('role', 'in', roles).execute()
}

const update = (database: Database, accountId: string, set: UpdateObject<Tables, 'account'>) =>
  database.updateTable('account').set(set).where('id', '=', accountId).execute()

/** Approves an account for an organization. */
export const approveAccount = (database: Database, accountId: string, organizationId: string) =>
  update(database, accountId, { organizationId, approvedOn: sql<string>`now()` })

/** Revokes an approval; with `isDeactivated` the account is also deactivated. */
export const refuseAccount = (database: Database, accountId: string, { isDeactivated }: { isDeactivated: boolean }) =>
  update(database, accountId, { approvedOn: null, deactivatedOn: isDeactivated ? sql<string>`now()` : null })

/** Marks the address as confirmed. @returns when the account was approved; null if it is not */
export const confirmAccountEmail = (database: Database, accountId: string) =>
  database
    .updateTable('account')
    .set({ emailConfirmedOn: sql`coalesce(email_confirmed_on, now())` })
    .where('id', '=', accountId)
    .returning(['id', 'approvedOn'])
    .executeTakeFirstOrThrow()

/** The same, only for an account that was approved before its address was confirmed; others do not change. */
export const confirmInvitedEmail = (database: Database, accountId: string) =>
  database
    .updateTable('account')
    .set({ emailConfirmedOn: sql`now()` })
    .where('id', '=', accountId)
    .where('emailConfirmedOn', 'is', null)
    .where('approvedOn', 'is not', null)
    .execute()

/** @throws error 23505 if another account has this address */
export const setAccountEmail = (database: Database, accountId: string, email: string) =>
  update(database, accountId, { email, emailConfirmedOn: sql<string>`now()`, version: sql<number>`version + 1` })

/** Invalidates the version of the account that readers have on their screens. */
export const raiseAccountVersion = (database: Database, accountId: string, language?: 'en' | 'es') =>
  update(database, accountId, { version: sql<number>`version + 1`, ...(language ? { language } : {}) })

export const setAccountDeactivated = (database: Database, accountId: string, isDeactivated: boolean) =>
  update(database, accountId, {
    deactivatedOn: isDeactivated ? sql<string>`now()` : null,
    version: sql<number>`version + 1`,
  })

/** Invalidates reset links that were signed with the time of the last password. */
export const voidSignedLinks = (database: Database, accountId: string) =>
  update(database, accountId, { passwordChangedOn: sql<string>`now()` })

/**
 * Requires a new password at the next sign-in. @returns whether that is new; accounts without a password and inactive
 * ones are skipped
 */
export const requirePasswordReset = async (database: Database, accountId: string) =>
  Boolean(
    await database
      .updateTable('account')
      .set({ forcePasswordReset: true })
      .where('id', '=', accountId)
      .where('forcePasswordReset', '=', false)
      .where('passwordHash', 'is not', null)
      .where(accountIsActive())
      .returning('id')
      .executeTakeFirst(),
  )

/** Backdates an account of the demo community. */
export const markDemoApplicant = (database: Database, accountId: string, hoursAgo: number) => {
  const since = sql<string>`now() - make_interval(hours => ${hoursAgo})`
  return update(database, accountId, { isDemo: true, emailConfirmedOn: since, createdOn: since })
}
