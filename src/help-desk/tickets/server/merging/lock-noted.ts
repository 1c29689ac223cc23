import { sql } from 'kysely'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { type LockedTicket, lockTicket } from '../support-request-queries.ts'

const findRoot = async (database: Database, id: string) =>
  (
    await sql<{ root: string | null }>`
      select support_request_root(merged_into) as root from support_request where id = ${id}::uuid and merged_into is not null`.execute(
      database,
    )
  ).rows[0]?.root ?? null

/**
 * Locks a ticket for a note, and the ticket into which it was merged, in the same order as merges do, to prevent
 * deadlocks.
 * @returns 'overtaken' if the ticket was merged, or a merge undone, meanwhile: the transaction must then start again
 */
export async function lockNoted(
  transaction: InTransaction,
  id: string,
): Promise<LockedTicket | undefined | 'overtaken'> {
  const root = await findRoot(transaction, id)
  const locked = new Map<string, LockedTicket | undefined>()
  for (const one of [id, ...(root ? [root] : [])].toSorted()) locked.set(one, await lockTicket(transaction, one))
  return (await findRoot(transaction, id)) === root ? locked.get(id) : 'overtaken'
}

/** A ticket by the number after `HD-`. */
export const findTicketByNumber = (database: Database, number: number) =>
  database
    .selectFrom('supportRequest')
    .select(['id', 'organizationId', 'createdBy'])
    .where('number', '=', number)
    .executeTakeFirst()

/** Like {@link lockNoted}, for a ticket's number. */
export async function lockTicketByNumber(transaction: InTransaction, number: number) {
  const ticket = await findTicketByNumber(transaction, number)
  return ticket && lockNoted(transaction, ticket.id)
}
