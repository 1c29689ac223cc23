import { sql } from 'kysely'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { personRecord } from '#identity/people/server/people-public.ts'
import type { Actor, RoleKey } from '#platform/schema/roles.ts'
import { type Database, onOneConnection, prepared } from '#platform/server/database.ts'
import type { CurrentUser } from '../account.ts'
import { roleName } from '../role.ts'
import { accountPerson, rolesOf } from './account-person.ts'
import { accountIsActive, accountMayReceive } from './account-standing.ts'
import { getSecondFactorNeed } from './second-factor-need.ts'
import { listSignInMethods } from './sign-in-methods.ts'

export const findAccountByEmail = (database: Database, email: string) =>
  database
    .selectFrom('account')
    .selectAll()
    .where(sql<boolean>`lower(email) = ${email.trim().toLowerCase()}`)
    .executeTakeFirst()

export const findAccount = (database: Database, id: string) =>
  database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

export const getAccountRow = (database: Database, id: string) =>
  database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/**
 * Serializes changes of one account. Every act locks the account before its links, sessions and factors, which prevents
 * deadlocks.
 * @param strength `update` also makes others wait who add rows that refer to the account
 */
export const lockAccountRow = (
  transaction: Database,
  id: string,
  strength: 'no-key-update' | 'update' = 'no-key-update',
) =>
  transaction
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .$if(strength === 'no-key-update', (query) => query.forNoKeyUpdate())
    .$if(strength === 'update', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()

/**
 * An account with its roles, which nobody changes until the transaction ends, and whether it is active or may receive
 * work. They are read after the lock, so that they include the change for which it waited.
 */
export async function lockStanding(transaction: Database, id: string) {
  await transaction.selectFrom('account').select('id').where('id', '=', id).forShare().execute()
  return transaction
    .selectFrom('account')
    .select(['id', 'email', 'language', 'organizationId', 'forcePasswordReset', rolesOf(sql`account.id`).as('roles')])
    .select([accountIsActive().as('isActive'), accountMayReceive().as('mayReceive')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The same of several accounts, as they are now. */
export const listStandings = (database: Database, ids: readonly string[]) =>
  database
    .selectFrom('account')
    .select(['id', 'organizationId', rolesOf(sql`account.id`).as('roles'), accountIsActive().as('isActive')])
    .where('id', 'in', [...ids])
    .execute()

/** The names of an account's person and organization. */
export const getPersonOfAccount = (database: Database, accountId: string) =>
  database
    .selectFrom(accountPerson.as('account'))
    .leftJoin(organizationNames.as('organization'), 'organization.id', 'account.organizationId')
    .select(['account.firstName', 'account.lastName', 'organization.name as organizationName'])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()

export const listRoles = async (database: Database, accountId: string): Promise<RoleKey[]> =>
  (
    await database
      .selectFrom('accountRole')
      .select('role')
      .where('accountId', '=', accountId)
      .modifyEnd(prepared)
      .execute()
  ).map((r) => r.role)

/** Who impersonates an account in this session, why, and until when. */
async function findImpersonation(database: Database, sessionId: string) {
  const { rows } = await sql<{ by: string; reason: string | null; endsOn: string; secondsLeft: number }>`
    select impersonator.name as by, i.reason, i.ends_on,
      greatest(0, floor(extract(epoch from i.ends_on - now())))::integer as seconds_left
    from impersonation i join ${accountPerson.as('impersonator')} on impersonator.id = i.impersonator_id
    where i.session_id = ${sessionId}`.execute(database)
  return rows[0] ?? null
}

const findPerson = (database: Database, accountId: string) =>
  database
    .selectFrom('account')
    .innerJoin(personRecord.as('person'), 'person.id', 'account.contactId')
    .leftJoin(organizationNames.as('organization'), 'organization.id', 'account.organizationId')
    .select([
      'account.id',
      'account.email',
      'account.contactId',
      'account.organizationId',
      'organization.name as organizationName',
      'person.firstName',
      'person.lastName',
      'account.language',
      'account.acceptedTermsAndConditions',
      'account.forcePasswordReset',
    ])
    .where('account.id', '=', accountId)
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()

/** The signed-in account with its person, organization and roles. */
export async function getCurrentUser(
  database: Database,
  actor: Pick<Actor, 'accountId' | 'stage' | 'sessionId' | 'impersonatorId'>,
  product: string,
): Promise<CurrentUser> {
  const { accountId, stage } = actor
  const [row, roles, { required }, signInMethods, impersonation] = await onOneConnection(database, (one) =>
    Promise.all([
      findPerson(one, accountId),
      listRoles(one, accountId),
      getSecondFactorNeed(one, accountId),
      listSignInMethods(one, accountId),
      actor.impersonatorId ? findImpersonation(one, actor.sessionId) : null,
    ]),
  )
  return {
    ...row,
    requireMfa: required,
    signInMethods,
    impersonation,
    mfaRequired: stage === 'factor-needed',
    portalAccountRoles: roles.map((roleId) => ({ roleId, role: roleName(roleId, product) })),
  }
}

/** Replaces the hash of an unchanged password; does nothing if the password has changed since it was verified. */
export const replacePasswordHash = (
  database: Database,
  accountId: string,
  { verified, passwordHash }: { verified: string; passwordHash: string },
) =>
  database
    .updateTable('account')
    .set({ passwordHash })
    .where('id', '=', accountId)
    .where('passwordHash', '=', verified)
    .execute()

/** Whether an organization has an active account. */
export async function hasActiveAccount(database: Database, organizationId: string) {
  const found = await database
    .selectFrom('account')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(accountIsActive())
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
