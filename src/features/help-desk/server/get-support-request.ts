import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeeTicket } from '../help-desk-policy.ts'
import type { SupportRequest } from '../support-request-call.ts'
import { listAuditRecords, listNotes } from './activity-queries.ts'
import { listFilesOf } from './attached-file-queries.ts'
import { findMergeOf, listMergedTickets } from './merging/merge-queries.ts'
import { findTicket, findTicketOwner } from './support-request-queries.ts'

/**
 * A ticket with its files, notes and records.
 * @throws problem not-found for a ticket that there is not, and for one that the reader may not see
 */
export async function getSupportRequest(database: Database, actor: Actor, id: string): Promise<SupportRequest> {
  const found = await findTicket(database, actor, id)
  if (!found || !maySeeTicket(actor, found)) throw problem('not-found')
  const root = found.root ?? found
  const merged = found.mergedCount > 0 ? await listMergedTickets(database, actor, id, root) : []
  const ids = [id, ...merged.map((ticket) => ticket.id)]
  const files = (await listFilesOf(database, 'supportRequest', ids)).map(({ holderId, ...file }) => ({
    ...file,
    supportRequestId: holderId,
  }))
  const filesOf = (ticketId: string) => files.filter(({ supportRequestId }) => supportRequestId === ticketId)
  return {
    ...found.ticket,
    supportRequestFiles: filesOf(found.ticket.id),
    notes: await listNotes(database, actor, ids),
    auditRecords: await listAuditRecords(database, actor, id),
    merge: found.root ? await findMergeOf(database, id, found.root) : null,
    mergedTickets: merged.map((ticket) => ({ ...ticket, supportRequestFiles: filesOf(ticket.id) })),
  }
}

/** @throws problem not-found when the actor may not see this ticket */
export async function demandSight(database: Database, actor: Actor, id: string) {
  const owner = await findTicketOwner(database, id)
  if (!owner || !maySeeTicket(actor, owner)) throw problem('not-found')
  return owner
}
