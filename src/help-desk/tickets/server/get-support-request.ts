import type { Actor } from '#platform/schema/roles.ts'
import { type Database, onOneConnection } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { handlesTickets, maySeeTicket } from '../help-desk-policy.ts'
import type { SupportRequest } from '../support-request-call.ts'
import { listAuditRecords, listNotes } from './activity-queries.ts'
import { type AttachedRow, listFilesOf } from './attached-file-queries.ts'
import { findMergeOf, listMergedTickets } from './merging/merge-queries.ts'
import { findReporterPhone, findTicket, findTicketOwner } from './support-request-queries.ts'

/**
 * A ticket with its files, notes and records.
 * @throws problem not-found if the ticket does not exist or the reader may not see it
 */
export async function getSupportRequest(database: Database, actor: Actor, id: string): Promise<SupportRequest> {
  const [found, files, notes, auditRecords, reporterPhone] = await onOneConnection(database, (one) =>
    Promise.all([
      findTicket(one, actor, id),
      listFilesOf(one, 'supportRequest', [id]),
      listNotes(one, actor, [id]),
      listAuditRecords(one, actor, id),
      handlesTickets(actor) ? findReporterPhone(one, id) : null,
    ]),
  )
  // Queried in parallel, but returned only to readers who may see it.
  if (!found || !maySeeTicket(actor, found)) throw problem('not-found')
  const own = { supportRequestFiles: files.map(asTicketFile), notes, mergedTickets: [] }
  return {
    ...found.ticket,
    ...(found.mergedCount > 0 ? await withMerged(database, actor, id, found.root ?? found) : own),
    auditRecords,
    reporterPhone,
    merge: found.root ? await findMergeOf(database, id, found.root) : null,
  }
}

const asTicketFile = ({ holderId, ...file }: AttachedRow) => ({ ...file, supportRequestId: holderId })

/** The parts of merged tickets that a ticket shows with its own, as far as the actor may see them. */
async function withMerged(database: Database, actor: Actor, id: string, root: Parameters<typeof maySeeTicket>[1]) {
  const merged = await listMergedTickets(database, actor, id, root)
  const ids = [id, ...merged.map((ticket) => ticket.id)]
  const [held, notes] = await Promise.all([
    listFilesOf(database, 'supportRequest', ids),
    listNotes(database, actor, ids),
  ])
  const files = held.map(asTicketFile)
  const filesOf = (ticketId: string) => files.filter(({ supportRequestId }) => supportRequestId === ticketId)
  return {
    supportRequestFiles: filesOf(id),
    notes,
    mergedTickets: merged.map((ticket) => ({ ...ticket, supportRequestFiles: filesOf(ticket.id) })),
  }
}

/** @throws problem not-found if the actor may not see this ticket */
export async function requireVisible(database: Database, actor: Actor, id: string) {
  const owner = await findTicketOwner(database, id)
  if (!owner || !maySeeTicket(actor, owner)) throw problem('not-found')
  return owner
}
