import type { Actor } from '#platform/schema/roles.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { addJob } from '#platform/server/jobs.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { waitingSince } from '../../answer-state.ts'
import { UNDO_SECONDS } from '../../bulk-change.ts'
import { maySeeTicket, mergesTickets } from '../../help-desk-policy.ts'
import { type Merge, type MergeAnswer, MOST_UNDER_ONE } from '../../merging.ts'
import { publishTicket } from '../notify-about-ticket.ts'
import { recordTicketChange } from '../record-ticket-change.ts'
import { type LockedTicket, lockTicket } from '../support-request-queries.ts'
import { findWhereMerged, insertMerge, listActiveMerges, listUnder } from './merge-queries.ts'
import { notifyMergeTask } from './notify-merge.ts'
import { previewMerge } from './preview-merge.ts'
import { requireUnmerged } from './ticket-merged.ts'

const NOTIFY_AFTER_MS = (UNDO_SECONDS + 5) * 1000

/** Locks tickets in the order that all acts on several tickets use. */
export async function lockTickets(transaction: InTransaction, actor: Actor, ids: readonly string[]) {
  const locked = new Map<string, LockedTicket>()
  for (const id of ids.toSorted()) {
    const ticket = await lockTicket(transaction, id)
    if (!ticket || !maySeeTicket(actor, ticket)) throw problem('not-found')
    locked.set(id, ticket)
  }
  return (id: string) => locked.get(id) as LockedTicket
}

/**
 * Merges duplicates into a ticket: all of them or none. Repeating it changes nothing and returns the same.
 * @throws problem not-found; ticket-merged if one of them is already merged; stale-version with what a merge would do
 * now; 400 for a ticket into itself, and for too many
 */
export const mergeTickets = (database: Database, actor: Actor, given: Merge): Promise<MergeAnswer> =>
  database.transaction().execute(async (transaction) => {
    if (!mergesTickets(actor)) throw problem('forbidden')
    const ids = given.duplicates.map(({ id }) => id)
    if (ids.includes(given.target.id)) throw fieldProblem('duplicates', 'merge-itself')
    const lockedOf = await lockTickets(transaction, actor, [given.target.id, ...ids])
    const target = lockedOf(given.target.id)
    const standing = await listActiveMerges(transaction, target.id, ids)
    if (standing.length === ids.length) return { undoSeconds: UNDO_SECONDS, merges: standing }
    const duplicates = ids.map(lockedOf)
    for (const ticket of [target, ...duplicates]) await requireUnmerged(transaction, actor, ticket)
    await requireFreshVersions(transaction, given, lockedOf)
    await requireRoom(transaction, target, duplicates)
    const carried: string[] = target.inheritedOn ? [target.inheritedOn] : []
    for (const duplicate of duplicates) {
      const carriedOn = await closeInto(transaction, actor, duplicate, target)
      if (carriedOn) carried.push(carriedOn)
    }
    await transaction
      .updateTable('supportRequest')
      .set({
        mergedCount: target.mergedCount + duplicates.length,
        inheritedOn: carried.toSorted()[0] ?? null,
        version: target.version + duplicates.length,
        changedOn: new Date().toISOString(),
      })
      .where('id', '=', target.id)
      .execute()
    await publishTicket(transaction, target)
    const merges = await listActiveMerges(transaction, target.id, ids)
    const mergeIds = merges.map(({ id }) => id)
    await addJob(transaction, notifyMergeTask, { mergeIds }, { runAt: new Date(Date.now() + NOTIFY_AFTER_MS) })
    return { undoSeconds: UNDO_SECONDS, merges }
  })

/** @throws problem stale-version, with both sides, if one of the tickets was changed since it was read */
async function requireFreshVersions(
  transaction: InTransaction,
  { target, duplicates }: Merge,
  lockedOf: (id: string) => LockedTicket,
) {
  const conflicts = [target, ...duplicates].flatMap(({ id, version }) => {
    const now = lockedOf(id)
    return now.version === version ? [] : [{ path: now.ticketNumber, yours: version, theirs: now.version }]
  })
  if (conflicts.length === 0) return
  const current = await previewMerge(transaction, { targetId: target.id, duplicateId: duplicates.map(({ id }) => id) })
  throw problem('stale-version', { extra: { current, conflicts } })
}

async function requireRoom(transaction: InTransaction, target: LockedTicket, duplicates: LockedTicket[]) {
  let count = duplicates.length
  for (const { id } of [target, ...duplicates]) count += (await listUnder(transaction, id)).length
  if (count > MOST_UNDER_ONE) throw fieldProblem('duplicates', 'too-many-merged')
}

/**
 * Closes a duplicate. Its unanswered question moves along, or stays if the duplicate has readers who do not see the
 * target.
 * @returns since when a person of the duplicate has been waiting for an answer in the target
 */
async function closeInto(transaction: InTransaction, actor: Actor, duplicate: LockedTicket, target: LockedTicket) {
  const since = waitingSince(duplicate)
  const where = await findWhereMerged(transaction, { ...duplicate, mergedInto: target.id })
  const staysOwn = since !== null && where?.takesNotes === true
  const carriedOn = staysOwn ? null : since
  await transaction
    .updateTable('supportRequest')
    .set({
      status: 'Closed',
      ...(staysOwn && { askedOn: since, askedSinceMerge: true }),
      mergedInto: target.id,
      version: duplicate.version + 1,
      changedOn: new Date().toISOString(),
    })
    .where('id', '=', duplicate.id)
    .execute()
  await insertMerge(transaction, {
    duplicateId: duplicate.id,
    targetId: target.id,
    accountId: actor.accountId,
    fromStatus: duplicate.status,
    carriedOn,
  })
  const record = (id: string, change: Parameters<typeof recordTicketChange>[3]) =>
    recordTicketChange(transaction, actor, id, change)
  await record(duplicate.id, { field: 'mergedInto', to: target.id })
  if (duplicate.status !== 'Closed')
    await record(duplicate.id, { field: 'status', from: duplicate.status, to: 'Closed' })
  await record(target.id, { field: 'tookIn', to: duplicate.id })
  for (const ticket of [duplicate, ...(await listUnder(transaction, duplicate.id))])
    await publishTicket(transaction, ticket)
  return carriedOn
}
