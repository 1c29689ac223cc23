import { sql } from 'kysely'
import { setPersonEmail } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { accountProblem } from './account-problem.ts'
import { findAccount, findAccountByEmail, lockAccountRow } from './account-queries.ts'
import { consumeNotMeLinksSince } from './not-me-link-queries.ts'

/**
 * Freezes an account until its password is reset: nobody can sign in, and the reset link is sent to only one address.
 * If several mails are reported, the earliest one determines the address: an attacker would have changed it later.
 * @param from where the mail was sent, and when
 */
export const freezeAccount = (database: Database, accountId: string, from: { recoveryEmail: string; toldOn: string }) =>
  database
    .insertInto('accountFreeze')
    .values({ accountId, ...from })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet(from).where('accountFreeze.toldOn', '>', from.toldOn),
    )
    .execute()

const findFreeze = (database: Database, accountId: string) =>
  database.selectFrom('accountFreeze').selectAll().where('accountId', '=', accountId).executeTakeFirst()

export const isFrozen = async (database: Database, accountId: string) =>
  (await findFreeze(database, accountId)) !== undefined

/** @throws problem account-frozen (403) */
export async function requireNotFrozen(database: Database, accountId: string) {
  if (await isFrozen(database, accountId)) throw accountProblem('account-frozen')
}

/**
 * Locks the signed-in account for a change of its sign-in methods. The session stays until the transaction ends, so
 * that an act that ends all sessions comes either before this change, and stops it, or after it.
 * @throws problem signed-out if the session ended meanwhile, account-frozen
 */
export async function lockSignedIn(transaction: Database, actor: Pick<Actor, 'accountId' | 'sessionId'>) {
  await lockAccountRow(transaction, actor.accountId)
  const session = await transaction
    .selectFrom('session')
    .select('id')
    .where('id', '=', actor.sessionId)
    .forKeyShare()
    .executeTakeFirst()
  if (!session) throw problem('signed-out')
  await requireNotFrozen(transaction, actor.accountId)
}

/** The address for mail about an account's password; while it is frozen, not one that an attacker may have set. */
export const recoveryAddressOf = async (database: Database, account: { id: string; email: string }) =>
  (await findFreeze(database, account.id))?.recoveryEmail ?? account.email

/** The account that has this address, or had it before it was frozen. */
export async function findRecoverable(database: Database, email: string) {
  const account = await findAccountByEmail(database, email)
  if (account) return account
  const freeze = await database
    .selectFrom('accountFreeze')
    .select('accountId')
    .where(sql<boolean>`lower(recovery_email) = ${email.trim().toLowerCase()}`)
    .executeTakeFirst()
  return freeze && findAccount(database, freeze.accountId)
}

/**
 * Unfreezes an account after its password was reset by link, the only way to set it meanwhile. The account gets back
 * the address that received the link, unless another account has it now. Mail that an attacker received since the
 * disputed change freezes it no more.
 */
export async function settleFreeze(database: Database, accountId: string, way: string) {
  if (way !== 'question' && way !== 'link') return requireNotFrozen(database, accountId)
  const freeze = await database
    .deleteFrom('accountFreeze')
    .where('accountId', '=', accountId)
    .returning(['recoveryEmail', 'toldOn'])
    .executeTakeFirst()
  if (!freeze) return
  await consumeNotMeLinksSince(database, accountId, freeze.toldOn)
  const { rows } = await sql<{ contactId: string }>`
    update account a set email = ${freeze.recoveryEmail}, email_confirmed_on = now(), version = version + 1
    where a.id = ${accountId} and lower(a.email) <> lower(${freeze.recoveryEmail})
      and not exists (select 1 from account b where lower(b.email) = lower(${freeze.recoveryEmail}))
    returning a.contact_id`.execute(database)
  for (const { contactId } of rows) await setPersonEmail(database, contactId, freeze.recoveryEmail)
}
