import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type InTransaction, prepared } from '#platform/server/database.ts'
import { filedFieldNames } from '../../support-request.ts'
import type { NewSupportRequest } from '../../support-request-call.ts'

export interface Filed {
  supportRequestId: string
  given: string
}

/** A digest of what was filed: the same for two calls that file the same. */
export const digestOf = (given: NewSupportRequest) =>
  createHash('sha256')
    .update(JSON.stringify([...filedFieldNames.map((name) => given[name]), given.receiveEmailUpdates]))
    .digest('hex')

/**
 * Claims an account's idempotency key for a new ticket. Of concurrent calls, one claims it; the others wait here until
 * that transaction has ended.
 * @returns the ticket that was filed under this key before, if any
 */
export async function claimFilingKey(
  transaction: InTransaction,
  { accountId, key, supportRequestId, given }: Filed & { accountId: string; key: string },
): Promise<Filed | undefined> {
  const taken = await sql`
    insert into support_request_filing (account_id, key, support_request_id, given)
    values (${accountId}::uuid, ${key}, ${supportRequestId}::uuid, ${given})
    on conflict do nothing returning key ${prepared}`.execute(transaction)
  if (taken.rows.length === 0) {
    const { rows } = await sql<Filed>`
      select support_request_id, given from support_request_filing
      where account_id = ${accountId}::uuid and key = ${key} ${prepared}`.execute(transaction)
    return rows[0]
  }
}

/** Browsers keep a draft and its key for half a day; keys are kept much longer. */
export const dropOldFilingKeys = (transaction: InTransaction, accountId: string) =>
  sql`
    delete from support_request_filing where (account_id, key) in (
      select account_id, key from support_request_filing
      where account_id = ${accountId}::uuid and created_on < now() - interval '8 days' for update skip locked) ${prepared}`.execute(
    transaction,
  )
