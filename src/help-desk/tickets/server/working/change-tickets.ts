import { randomUUID } from 'node:crypto'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { addJob } from '#platform/server/jobs.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type BulkAnswer, type BulkChange, MOST_SELECTED, UNDO_SECONDS } from '../../bulk-change.ts'
import { handlesTickets, maySeeTicket } from '../../help-desk-policy.ts'
import type { SupportRequestStatus } from '../../support-request.ts'
import { publishMergedTickets } from '../merging/publish-merged-tickets.ts'
import { publishTicket } from '../notify-about-ticket.ts'
import { recordTicketChange } from '../record-ticket-change.ts'
import { type LockedTicket, lockTicket } from '../support-request-queries.ts'
import { mayBeAssigned } from './assignee-queries.ts'
import { findBulk, findBulkItem, insertBulk } from './bulk-queries.ts'
import { notifyBulkChangeTask } from './notify-bulk-change.ts'

/** Mail about a change is sent once it can no longer be undone: a little later than the screen offers it. */
const NOTIFY_AFTER_MS = (UNDO_SECONDS + 5) * 1000

/** Each change has one such job; requesting it again restarts its delay. */
export const notifyLater = (database: Database, bulkId: string, after = NOTIFY_AFTER_MS) =>
  addJob(database, notifyBulkChangeTask, { bulkId }, { key: `bulk:${bulkId}`, runAt: new Date(Date.now() + after) })

export type TicketValue =
  | { field: 'status'; value: SupportRequestStatus }
  | { field: 'assignee'; value: string | null; isNews: boolean }

/** Sets a locked ticket's status or assignee: the row with its next version, the record and the live event. */
export async function setTicketValue(
  database: InTransaction,
  actor: Actor,
  ticket: LockedTicket,
  to: TicketValue,
  of: { bulkId: string } | { undoes: string },
) {
  const from = to.field === 'status' ? ticket.status : ticket.assigneeId
  const version = ticket.version + 1
  await database
    .updateTable('supportRequest')
    .set({
      version,
      changedOn: new Date().toISOString(),
      ...(to.field === 'status'
        ? { status: to.value }
        : {
            assigneeId: to.value,
            assignedBy: to.value ? actor.accountId : null,
            isAssignmentNew: to.isNews && to.value !== null && to.value !== actor.accountId,
          }),
    })
    .where('id', '=', ticket.id)
    .execute()
  await recordTicketChange(database, actor, ticket.id, { field: to.field, from, to: to.value, ...of })
  await publishTicket(database, ticket)
  if (to.field === 'status') await publishMergedTickets(database, ticket)
  if (to.field === 'assignee') await publishAssignment(database, ticket.id, [from, to.value])
  return { version, from }
}

const publishAssignment = async (database: Database, ticketId: string, accountIds: (string | null)[]) => {
  const audience = accountIds.flatMap((id) => (id ? [`account:${id}`] : []))
  if (audience.length) await publishEvent(database, { type: 'ticketAssignment', subjectId: ticketId, audience })
}

/**
 * Changes each ticket independently: if one cannot be changed, the others still are. Safe to repeat under the same ID.
 * @throws problem forbidden if an actor who does not handle tickets assigns them; 400 at the assignee for an account to
 * which tickets cannot be assigned; not-found for the ID of another account's change, or of one of another field; conflict
 * for that of a change that is over
 */
export async function changeTickets(
  database: Database,
  actor: Actor,
  { tickets, change, bulkId = randomUUID() }: BulkChange,
): Promise<BulkAnswer> {
  const to: TicketValue =
    'status' in change
      ? { field: 'status', value: change.status }
      : { field: 'assignee', value: change.assigneeId, isNews: true }
  if (to.field === 'assignee' && !handlesTickets(actor)) throw problem('forbidden')
  if (to.field === 'assignee' && to.value && !(await mayBeAssigned(database, to.value)))
    throw fieldProblem('change.assigneeId', 'not-assignable')
  await insertBulk(database, { id: bulkId, accountId: actor.accountId, field: to.field })
  await requireOwnBulk(database, actor, { bulkId, field: to.field, tickets })
  const results: BulkAnswer['results'] = []
  for (const { id, version } of tickets)
    results.push({ id, outcome: await changeOne(database, actor, { id, version, bulkId, to }) })
  return { bulkId, undoSeconds: UNDO_SECONDS, results }
}

/** Changing many tickets takes a minute or two; it is undone as one change. */
const CONTINUED_MS = 15 * 60_000

async function requireOwnBulk(
  database: Database,
  actor: Actor,
  { bulkId, field, tickets }: { bulkId: string; field: TicketValue['field']; tickets: BulkChange['tickets'] },
) {
  const ids = tickets.map(({ id }) => id)
  const bulk = await findBulk(database, bulkId, ids)
  if (bulk?.accountId !== actor.accountId || bulk.field !== field) throw problem('not-found')
  const isOver =
    Date.now() - Date.parse(bulk.createdOn) > CONTINUED_MS || Number(bulk.itemCount) + ids.length > MOST_SELECTED
  if (isOver) throw problem('conflict')
}

const changeOne = (
  database: Database,
  actor: Actor,
  { id, version, bulkId, to }: { id: string; version: number; bulkId: string; to: TicketValue },
) =>
  database.transaction().execute(async (transaction) => {
    const ticket = await lockTicket(transaction, id)
    if (!ticket || !maySeeTicket(actor, ticket)) return 'not-allowed'
    // The answer to an earlier call was lost.
    const before = await findBulkItem(transaction, bulkId, id)
    if (before) return before.undoneOn === null && before.toValue === to.value ? 'done' : 'stale'
    if (ticket.mergedInto) return 'merged'
    if (ticket.version !== version) return 'stale'
    if (to.value === (to.field === 'status' ? ticket.status : ticket.assigneeId)) return 'done'
    // Checked again under the lock: the account may have lost its role since the start.
    if (to.field === 'assignee' && to.value && !(await mayBeAssigned(transaction, to.value))) return 'not-allowed'
    const made = await setTicketValue(transaction, actor, ticket, to, { bulkId })
    await transaction
      .insertInto('supportRequestBulkItem')
      .values({ bulkId, supportRequestId: id, fromValue: made.from, toValue: to.value, version: made.version })
      .execute()
    // Postpones the same job with each ticket, so that the finished part is reported even if this is interrupted.
    await notifyLater(transaction, bulkId)
    return 'done'
  })
