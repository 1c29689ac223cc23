import { type RawBuilder, sql } from 'kysely'
import { lockConsents } from '#casework/clients/server/clients-public.ts'
import { columnsOf } from '#platform/server/columns.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { ReferralRow } from '../referral.ts'
import { needKey } from './only-try.ts'
import { findRequestOf, type WholeReferral } from './referral-queries.ts'

const peopleOf = (id: string) => sql`
  select request.contact_id from referral join referral_request request on request.id = referral.request_id
    where referral.id = ${id}::uuid
  union select contact_id from referral_person where referral_id = ${id}::uuid`

/**
 * Locks the case of a referral until the transaction ends. Every act locks in one order, so that two acts at once wait
 * for each other, but never in a circle: links and files, the consents of all its people, the need, all tries for the
 * need, records. See docs/decisions/0370-one-order-of-locks.md.
 * @param options.consents for an act that reads or changes consents
 * @returns the referral, and all tries for its need by ID, itself included; none if there is no such referral
 */
export async function lockCase(
  transaction: Database,
  id: string,
  { consents = false }: { consents?: boolean } = {},
): Promise<{ referral: WholeReferral | undefined; tries: WholeReferral[] }> {
  const need = sql<string>`(select request_id from referral where id = ${id}::uuid)`
  // Sent together; each sees what was committed before its lock was granted.
  const [, , rows, request] = await Promise.all([
    consents ? lockConsents(transaction, peopleOf(id)) : null,
    sql`select pg_advisory_xact_lock(${needKey(sql`request_id`)}) from referral where id = ${id}::uuid ${prepared}`.execute(
      transaction,
    ),
    transaction
      .selectFrom('referral')
      .select(columnsOf(ReferralRow))
      .where('requestId', '=', need)
      .orderBy('id')
      .forNoKeyUpdate()
      .modifyEnd(prepared)
      .execute() as Promise<ReferralRow[]>,
    findRequestOf(transaction, id),
  ])
  const tries = request ? rows.map((row) => ({ ...row, request })) : []
  return { referral: tries.find((one) => one.id === id), tries }
}

/**
 * Locks several cases in the same order; their consents are locked already.
 * @param which over `referral`: the referrals
 * @returns them by ID
 */
export async function lockCases(transaction: Database, which: RawBuilder<unknown>): Promise<string[]> {
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock(key) from (
      select distinct ${needKey(sql`request_id`)} as key from referral where ${which} order by key) needs`.execute(
      transaction,
    ),
    sql<{ id: string }>`select id from referral where ${which} order by id for no key update`.execute(transaction),
  ])
  return rows.map(({ id }) => id)
}
