import { sql } from 'kysely'
import { getSecondFactorNeed, lockAccountRow, lockSignedIn } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { Authenticator, AuthenticatorRow } from '../authenticator.ts'
import { authenticatorProblem } from './authenticator-problem.ts'

/** How long an enrollment may stay unfinished. */
const PENDING = sql<string>`now() - interval '15 minutes'`

const maskEmail = (email: string) => email.replace(/^(.)[^@]*/, '$1•••')
const maskPhone = (phoneNumber: string | null) => (phoneNumber ? `(•••) •••-${phoneNumber.slice(-4)}` : null)

/** The rows of an account's authenticators: enrolled ones, and one whose enrollment can still be completed. */
export const listAuthenticatorRows = (database: Database, accountId: string) =>
  database
    .selectFrom('authenticator')
    .selectAll()
    .where('accountId', '=', accountId)
    .where((e) => e.or([e('active', '=', true), e('createdOn', '>', PENDING)]))
    .orderBy('createdOn')
    .execute()

/** The authenticators as their owner sees them; the e-mail one always comes first. */
export async function listAuthenticators(
  database: Database,
  account: { id: string; email: string },
): Promise<Authenticator[]> {
  const rows = await listAuthenticatorRows(database, account.id)
  const { emailRefused } = await getSecondFactorNeed(database, account.id)
  return [emailAuthenticator(account, !emailRefused), ...rows.map(asAuthenticator)]
}

const emailAuthenticator = (account: { id: string; email: string }, isAccepted: boolean): Authenticator => ({
  id: account.id,
  active: true,
  authenticator_type: 'oob',
  oob_channel: 'email',
  name: maskEmail(account.email),
  isAccepted,
  enrolledOn: null,
  lastUsedOn: null,
})

const asAuthenticator = (row: AuthenticatorRow): Authenticator => ({
  id: row.id,
  active: row.active,
  authenticator_type: row.authenticatorType,
  oob_channel: row.oobChannel,
  name: maskPhone(row.phoneNumber),
  isAccepted: true,
  enrolledOn: row.enrolledOn,
  lastUsedOn: row.lastUsedOn,
})

export const findActive = (database: Database, accountId: string, type: 'otp' | 'oob') =>
  database
    .selectFrom('authenticator')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('authenticatorType', '=', type)
    .where('active', '=', true)
    .executeTakeFirst()

export const findPending = (database: Database, accountId: string, type: 'otp' | 'oob') =>
  database
    .selectFrom('authenticator')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('authenticatorType', '=', type)
    .where('active', '=', false)
    .where('createdOn', '>', PENDING)
    .executeTakeFirst()

export const findAuthenticator = (database: Database, accountId: string, id: string) =>
  database
    .selectFrom('authenticator')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** @throws problem email-code-refused (403) if this account does not accept codes by e-mail */
export async function requireEmailAccepted(database: Database, accountId: string) {
  if ((await getSecondFactorNeed(database, accountId)).emailRefused) throw authenticatorProblem('email-code-refused')
}

/**
 * Runs changes of one's own factors in a transaction, one after another.
 * @throws problem signed-out if the session ended meanwhile, account-frozen
 */
export const changeFactors = <Answer>(
  database: Database,
  actor: Pick<Actor, 'accountId' | 'sessionId'>,
  act: (transaction: Database) => Promise<Answer>,
) =>
  database.transaction().execute(async (transaction) => {
    await lockSignedIn(transaction, actor)
    return act(transaction)
  })

/**
 * Runs checks of an account's factors in a transaction, one after another. Locks the account's row first to prevent
 * deadlocks. `renewSession` requires the session.
 */
export const checkFactors = <Answer>(
  database: Database,
  accountId: string,
  act: (transaction: Database) => Promise<Answer>,
) =>
  database.transaction().execute(async (transaction) => {
    await lockAccountRow(transaction, accountId)
    return act(transaction)
  })

/**
 * Consumes the time step of an app's code, and all earlier ones.
 * @returns whether it was unused: true exactly once per step, even with concurrent calls
 */
export async function consumeTimeStep(database: Database, id: string, step: number) {
  const taken = await database
    .updateTable('authenticator')
    .set({ lastStep: step, lastUsedOn: sql`now()` })
    .where('id', '=', id)
    .where((e) => e.or([e('lastStep', 'is', null), e('lastStep', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
