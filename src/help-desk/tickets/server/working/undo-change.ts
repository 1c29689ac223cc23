import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { UndoAnswer } from '../../bulk-change.ts'
import { handlesTickets, maySeeTicket } from '../../help-desk-policy.ts'
import type { SupportRequestStatus } from '../../support-request.ts'
import { lockTicket } from '../support-request-queries.ts'
import { mayBeAssigned } from './assignee-queries.ts'
import { findBulk, listBulkItems, lockBulkItem, markBulkItem } from './bulk-queries.ts'
import { notifyLater, setTicketValue } from './change-tickets.ts'
import { findClosing, setClosing } from './closing-queries.ts'

const LONGEST_UNDO_MS = 5 * 60_000

/**
 * Restores the former value in each ticket of one's own change, unless the value was changed since.
 * @throws problem not-found for another account's change
 */
export async function undoChange(database: Database, actor: Actor, bulkId: string): Promise<UndoAnswer> {
  const bulk = await findBulk(database, bulkId)
  if (bulk?.accountId !== actor.accountId) throw problem('not-found')
  // Undoing many takes longer than the delay of the notifications: postpones them until it ends.
  await notifyLater(database, bulkId, LONGEST_UNDO_MS)
  const results: UndoAnswer['results'] = []
  for (const { supportRequestId: id } of await listBulkItems(database, bulkId))
    results.push({ id, outcome: await undoOne(database, actor, bulkId, id) })
  await notifyLater(database, bulkId)
  return { results }
}

const undoOne = (database: Database, actor: Actor, bulkId: string, id: string) =>
  database.transaction().execute(async (transaction) => {
    const ticket = await lockTicket(transaction, id)
    const item = await lockBulkItem(transaction, bulkId, id)
    if (!ticket || !item || !maySeeTicket(actor, ticket)) return 'not-allowed'
    if (item.field === 'assignee' && !handlesTickets(actor)) return 'not-allowed'
    if (item.undoneOn) return 'undone'
    if (item.toldOn) return 'too-late'
    const changedIn = item.field === 'status' ? ticket.statusVersion : ticket.assigneeVersion
    if (ticket.mergedInto || changedIn !== item.version) return 'changed'
    // The former assignee may no longer handle tickets.
    if (item.field === 'assignee' && item.fromValue && !(await mayBeAssigned(transaction, item.fromValue)))
      return 'not-allowed'
    const closedOn = await findClosing(transaction, id)
    await setTicketValue(
      transaction,
      actor,
      ticket,
      item.field === 'status'
        ? { field: 'status', value: item.fromValue as SupportRequestStatus }
        : { field: 'assignee', value: item.fromValue, isNews: false },
      { undoes: bulkId },
    )
    // A ticket reopened by mistake keeps its original closing time.
    if (item.fromValue === 'Closed') await setClosing(transaction, id, closedOn)
    await markBulkItem(transaction, bulkId, id, 'undoneOn')
    return 'undone'
  })
