import { sql } from 'kysely'
import type { ProvingMethod } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import { createFactorProof } from './factor-proof.ts'

/**
 * Removes all second factors of an account with its recovery codes, after the owner lost them. @returns how many
 * factors
 */
async function removeAllFactors(transaction: Database, accountId: string) {
  const removed = await sql`delete from authenticator where account_id = ${accountId} and active returning 1`.execute(
    transaction,
  )
  await sql`delete from authenticator where account_id = ${accountId}`.execute(transaction)
  await sql`delete from recovery_code where account_id = ${accountId}`.execute(transaction)
  return removed.rows.length
}

/**
 * Removes the second factors and recovery codes that were created since a time, minus one minute to include the act
 * itself.
 * @returns how many factors
 */
async function removeFactorsSince(database: Database, accountId: string, since: string) {
  const sinceThen = sql`created_on > ${since}::timestamptz - interval '1 minute'`
  await sql`delete from recovery_code where account_id = ${accountId} and ${sinceThen}`.execute(database)
  const removed = await sql`delete from authenticator where account_id = ${accountId} and ${sinceThen}`.execute(
    database,
  )
  return Number(removed.numAffectedRows ?? 0)
}

export const authenticatorMethod: ProvingMethod = {
  removeSince: removeFactorsSince,
  removeAll: removeAllFactors,
  createProof: createFactorProof,
}
