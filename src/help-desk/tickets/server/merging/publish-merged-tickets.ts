import type { InTransaction } from '#platform/server/database.ts'
import { publishTicket } from '../notify-about-ticket.ts'
import type { LockedTicket } from '../support-request-queries.ts'
import { listUnder } from './merge-queries.ts'

/** Has the tabs with tickets that were merged into this one ask again: they show how it stands. */
export async function publishMergedTickets(
  transaction: InTransaction,
  ticket: Pick<LockedTicket, 'id' | 'mergedCount'>,
) {
  if (ticket.mergedCount === 0) return
  for (const merged of await listUnder(transaction, ticket.id)) await publishTicket(transaction, merged)
}
