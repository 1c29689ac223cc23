import { sql } from 'kysely'
import { type Database, prepared } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { accountProblem } from './account-problem.ts'

/** The number of sign-in methods of an account: its password, and each of the view `sign_in_method`. */
async function countSignInMethods(database: Database, accountId: string) {
  const { rows } = await sql<{ methods: number }>`select (password_hash is not null)::int
      + (select count(*) from sign_in_method where account_id = a.id)::int as methods
    from account a where a.id = ${accountId}`.execute(database)
  return rows[0]?.methods ?? 0
}

/** The kinds of sign-in methods that an account has besides its password. */
export async function listSignInMethods(database: Database, accountId: string) {
  const { rows } = await sql<{ method: string }>`
    select distinct method from sign_in_method where account_id = ${accountId} order by method ${prepared}`.execute(
    database,
  )
  return rows.map(({ method }) => method)
}

/** Whether an account has another sign-in method besides this one. */
export const hasOtherSignInMethod = async (database: Database, accountId: string) =>
  (await countSignInMethods(database, accountId)) > 1

/**
 * Removes a sign-in method of an account, but never the last one: the account's row is locked, so that two cannot be
 * removed at once.
 * @param remove deletes the method; returns nothing if it does not exist
 * @throws problem not-found, last-sign-in-method
 */
export async function removeSignInMethod(transaction: Database, accountId: string, remove: () => Promise<unknown>) {
  await sql`select 1 from account where id = ${accountId} for update`.execute(transaction)
  if (!(await remove())) throw problem('not-found')
  if ((await countSignInMethods(transaction, accountId)) < 1) throw accountProblem('last-sign-in-method')
}
