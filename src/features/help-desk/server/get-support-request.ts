import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { maySeeTicket } from '../help-desk-policy.ts'
import type { SupportRequest } from '../support-request-call.ts'
import { listAuditRecords, listNotes } from './activity-queries.ts'
import { listFilesOf } from './attached-file-queries.ts'
import { findTicket, findTicketOwner } from './support-request-queries.ts'

/**
 * A ticket with its files, notes and records.
 * @throws problem not-found for a ticket that there is not, and for one that the reader may not see
 */
export async function getSupportRequest(database: Database, actor: Actor, id: string): Promise<SupportRequest> {
  const found = await findTicket(database, actor.accountId, id)
  if (!found || !maySeeTicket(actor, found)) throw problem('not-found')
  const files = await listFilesOf(database, 'supportRequest', [id])
  return {
    ...found.ticket,
    supportRequestFiles: files.map(({ holderId, ...file }) => ({ ...file, supportRequestId: holderId })),
    notes: await listNotes(database, actor, id),
    auditRecords: await listAuditRecords(database, id),
  }
}

/** @throws problem not-found when the actor may not see this ticket */
export async function demandSight(database: Database, actor: Actor, id: string) {
  const owner = await findTicketOwner(database, id)
  if (!owner || !maySeeTicket(actor, owner)) throw problem('not-found')
  return owner
}
