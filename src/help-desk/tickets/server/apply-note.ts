import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import type { InTransaction } from '#platform/server/database.ts'
import { type AnswerState, afterAnswer, afterQuestion } from '../answer-state.ts'
import { handlesTickets } from '../help-desk-policy.ts'
import { findWhereMerged } from './merging/merge-queries.ts'
import { publishMergedTickets } from './merging/publish-merged-tickets.ts'
import { publishTicket } from './notify-about-ticket.ts'
import { recordTicketChange } from './record-ticket-change.ts'
import { type LockedTicket, lockTicket } from './support-request-queries.ts'

/**
 * The ticket in which a public note is answered: for a merged one without readers of its own, the one into which it was
 * merged.
 */
async function findPlaceOf(database: InTransaction, ticket: LockedTicket) {
  const where = ticket.mergedInto ? await findWhereMerged(database, ticket) : undefined
  if (!where || where.takesNotes) return ticket
  const place = await lockTicket(database, where.root.id)
  if (place) await publishTicket(database, place)
  return place ?? ticket
}

const isSame = (a: AnswerState, b: AnswerState) =>
  (['status', 'askedOn', 'askedSinceMerge', 'inheritedOn', 'isAnswerNew'] as const).every((key) => a[key] === b[key])

/**
 * Records the effect of a public note on its ticket: it needs an answer, or has one. A closed ticket reopens if the
 * author does not handle tickets.
 * @returns the ticket in which it is answered, as it was before, and whether it was reopened
 */
export async function applyNote(
  database: InTransaction,
  noted: LockedTicket,
  author: Pick<Actor, 'accountId' | 'roles'>,
) {
  const ticket = await findPlaceOf(database, noted)
  const isMaker = author.accountId === ticket.createdBy
  const isAnswer = handlesTickets(author)
  // The note's own time, because both are written in one transaction.
  const now = sql<string>`now()`
  const after = isAnswer ? afterAnswer(ticket, isMaker) : afterQuestion(ticket, 'now', isMaker)
  if (!isAnswer && isSame(after, ticket)) return { place: ticket, isReopened: false }
  const isReopened = after.status !== ticket.status
  await database
    .updateTable('supportRequest')
    .set({
      askedOn: after.askedOn === 'now' ? now : after.askedOn,
      askedSinceMerge: after.askedSinceMerge,
      inheritedOn: after.inheritedOn,
      isAnswerNew: after.isAnswerNew,
      ...(isAnswer && { answeredOn: now }),
      ...(isReopened && { status: after.status, version: ticket.version + 1, changedOn: new Date().toISOString() }),
    })
    .where('id', '=', ticket.id)
    .execute()
  if (!isReopened) return { place: ticket, isReopened }
  await recordTicketChange(database, author, ticket.id, { field: 'status', from: ticket.status, to: after.status })
  await publishMergedTickets(database, ticket)
  return { place: ticket, isReopened }
}
