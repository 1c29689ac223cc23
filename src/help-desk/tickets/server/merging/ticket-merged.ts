import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { maySeeTicket } from '../../help-desk-policy.ts'
import type { LockedTicket } from '../support-request-queries.ts'
import { ticketProblem } from '../ticket-problem.ts'
import { findWhereMerged } from './merge-queries.ts'

/** The problem for changing a merged ticket. It names the other ticket only to actors who may see it. */
async function ticketMerged(database: Database, actor: Actor, ticket: LockedTicket) {
  const root = (await findWhereMerged(database, ticket))?.root
  const mergedInto = root && maySeeTicket(actor, root) ? { id: root.id, ticketNumber: root.ticketNumber } : null
  return ticketProblem('ticket-merged', { extra: { ticketNumber: ticket.ticketNumber, mergedInto } })
}

/** @throws problem ticket-merged if the ticket was merged into another */
export async function requireUnmerged(database: Database, actor: Actor, ticket: LockedTicket) {
  if (ticket.mergedInto) throw await ticketMerged(database, actor, ticket)
}

/**
 * Notes and screenshots go to the ticket on which support works, if all readers of this one see it. Otherwise its own
 * readers and support continue in this one.
 * @throws problem ticket-merged
 */
export async function requireAcceptsNotes(database: Database, actor: Actor, ticket: LockedTicket) {
  if (!ticket.mergedInto || (await findWhereMerged(database, ticket))?.takesNotes) return
  throw await ticketMerged(database, actor, ticket)
}
