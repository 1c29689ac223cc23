import type { Actor } from '#platform/schema/roles.ts'
import type { InTransaction } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { mergesTickets } from '../../help-desk-policy.ts'
import type { MergeUndo, MergeUndoAnswer } from '../../merging.ts'
import type { SupportRequestStatus } from '../../support-request.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { publishTicket } from '../notify-about-ticket.ts'
import { notifySubscribers } from '../notify-subscribers.ts'
import { recordTicketChange } from '../record-ticket-change.ts'
import type { LockedTicket } from '../support-request-queries.ts'
import { findInherited, findMerge, listUnder, lockMerge, markMergeUndone } from './merge-queries.ts'
import { lockTickets } from './merge-tickets.ts'

/** Undoes merges, each independently and at any time. Repeating it changes nothing. */
export async function undoMerges(
  services: HelpDeskServices,
  actor: Actor,
  { mergeIds }: MergeUndo,
): Promise<MergeUndoAnswer> {
  if (!mergesTickets(actor)) throw problem('forbidden')
  const results: MergeUndoAnswer['results'] = []
  for (const id of mergeIds) results.push({ id, ...(await undoOne(services, actor, id)) })
  return { results }
}

const undoOne = ({ database, config }: HelpDeskServices, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction) => {
    const found = await findMerge(transaction, id)
    if (!found) return { ticketId: null, outcome: 'not-allowed' as const }
    const lockedOf = await lockTickets(transaction, actor, [found.duplicateId, found.targetId])
    const [duplicate, target] = [lockedOf(found.duplicateId), lockedOf(found.targetId)]
    const merge = await lockMerge(transaction, id)
    const done = { ticketId: duplicate.id, outcome: 'undone' as const }
    if (!merge || merge.undoneOn) return done
    // A person has written in it since; if it were closed as before, nobody would notice.
    const status = duplicate.askedSinceMerge && merge.fromStatus === 'Closed' ? 'Open' : merge.fromStatus
    const inheritedOn = target.inheritedOn && (await findInherited(transaction, target.id, id))
    await restoreDuplicate(transaction, actor, { duplicate, target, status, inheritedOn })
    await markMergeUndone(transaction, id, actor.accountId)
    // People who were not notified of the merge are not notified of its end.
    if (merge.toldOn)
      await notifySubscribers({ database: transaction, config }, { ...duplicate, mergedInto: null }, actor, {
        kind: 'unmerged',
        key: id,
        to: status,
      })
    return done
  })

interface Merged {
  duplicate: LockedTicket
  target: LockedTicket
  /** the duplicate's new status */
  status: SupportRequestStatus
  /** questions that other merges brought to the target and nobody has answered */
  inheritedOn: string | null
}
async function restoreDuplicate(
  transaction: InTransaction,
  actor: Actor,
  { duplicate, target, status, inheritedOn }: Merged,
) {
  const changedOn = new Date().toISOString()
  await transaction
    .updateTable('supportRequest')
    .set({ status, mergedInto: null, askedSinceMerge: false, version: duplicate.version + 1, changedOn })
    .where('id', '=', duplicate.id)
    .execute()
  await transaction
    .updateTable('supportRequest')
    .set({ mergedCount: target.mergedCount - 1, inheritedOn, version: target.version + 1, changedOn })
    .where('id', '=', target.id)
    .execute()
  await recordTicketChange(transaction, actor, duplicate.id, { field: 'unmerged', from: target.id })
  if (status !== duplicate.status)
    await recordTicketChange(transaction, actor, duplicate.id, { field: 'status', from: duplicate.status, to: status })
  await recordTicketChange(transaction, actor, target.id, { field: 'gaveBack', from: duplicate.id })
  for (const ticket of [duplicate, target, ...(await listUnder(transaction, duplicate.id))])
    await publishTicket(transaction, ticket)
}
