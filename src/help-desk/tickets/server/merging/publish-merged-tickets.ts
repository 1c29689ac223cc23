import type { InTransaction } from '#platform/server/database.ts'
import { publishTicket } from '../notify-about-ticket.ts'
import type { LockedTicket } from '../support-request-queries.ts'
import { listUnder } from './merge-queries.ts'

/** Makes tabs with tickets that were merged into this one reload them, because they show its status. */
export async function publishMergedTickets(
  transaction: InTransaction,
  ticket: Pick<LockedTicket, 'id' | 'mergedCount'>,
) {
  if (ticket.mergedCount === 0) return
  for (const merged of await listUnder(transaction, ticket.id)) await publishTicket(transaction, merged)
}
