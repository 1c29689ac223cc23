import { type ReferralAction, type Requirement, transitions } from '#casework/referrals/referral-machine.ts'
import {
  assignReferral,
  isCaseworkerOf,
  readReferral,
  remindRecipient,
  takeStep,
} from '#casework/referrals/server/referrals-public.ts'
import { missingParts } from '#casework/referrals/transition-needs.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import { type Database, type InTransaction, runAct } from '#platform/server/database.ts'
import { fieldProblem, Problem, problem } from '#platform/server/problem.ts'
import {
  type BulkAction,
  type BulkAnswer,
  type BulkCall,
  type BulkOutcome,
  UNDO_SECONDS,
  type UndoAnswer,
  undoOutcomes,
} from '../bulk-call.ts'
import { findBulk, findBulkItem, insertBulkItem, listChanged, markUndone, openBulk } from './bulk-queries.ts'
import { planAssignedNotice } from './notify-assigned.ts'

export interface ListServices {
  database: Database
  config: Config
}
type Caseworker = Actor & { organizationId: string }

/** What a problem of one referral is called in the results. */
const outcomes: Record<string, BulkOutcome> = {
  'not-found': 'not-found',
  forbidden: 'not-allowed',
  'stale-version': 'changed',
  conflict: 'changed',
  'reminded-today': 'reminded',
  'taken-first': 'taken',
  'undo-acted': 'changed',
}
const outcomeOf = (error: unknown): BulkOutcome => {
  // Anything unexpected ends the call: the caller repeats it, and nothing is done twice.
  if (!(error instanceof Problem) || error.status >= 500) throw error
  return outcomes[error.code] ?? 'not-possible'
}

/** The reasons and outcomes that the state machine asks for, checked once for all. */
async function checkParts(database: Database, actor: Caseworker, call: BulkCall) {
  const needs: Requirement[] = transitions
    .filter(({ action }) => action === (call.action as ReferralAction))
    .flatMap((transition) => transition.needs)
  const errors = missingParts({ needs }, { reason: call.reason, outcome: call.outcome })
  if (errors.length > 0) throw problem('invalid-request', { errors })
  const isAssigned = call.action === 'assign' || call.action === 'accept'
  if (call.action === 'assign' && call.assigneeId === undefined) throw fieldProblem('assigneeId', 'assignee-required')
  if (isAssigned && call.assigneeId && !(await isCaseworkerOf(database, call.assigneeId, actor.organizationId)))
    throw fieldProblem('assigneeId', 'unknown-person')
}

/** An assignment, and the steps that their author can undo. */
const undoable: readonly BulkAction[] = ['assign', 'accept', 'decline', 'closeResolved', 'closeUnresolved']

/**
 * Does one act with each referral by its own rules, in a transaction of its own: if one cannot be changed, the others
 * still are. Safe to repeat and to run twice at once.
 * @throws 400 at a missing or wrong field; 404 for another account's act, 409 for the ID of another act
 */
export async function changeReferrals(services: ListServices, actor: Caseworker, call: BulkCall): Promise<BulkAnswer> {
  const { database } = services
  await checkParts(database, actor, call)
  const { bulkId, action, referrals } = call
  const bulk = await openBulk(database, { id: bulkId, accountId: actor.accountId, action })
  if (bulk?.accountId !== actor.accountId) throw problem('not-found')
  if (bulk.action !== action) throw problem('conflict')
  const results: BulkAnswer['results'] = []
  for (const { id, version } of referrals)
    results.push({ id, outcome: await changeOne(services, actor, call, { id, version }) })
  return { bulkId, canUndo: undoable.includes(action), undoSeconds: UNDO_SECONDS, results }
}

async function changeOne(
  { database, config }: ListServices,
  actor: Caseworker,
  call: BulkCall,
  target: { id: string; version: number },
): Promise<BulkOutcome> {
  const before = await findBulkItem(database, call.bulkId, target.id)
  if (before) return before.outcome
  try {
    return await runAct(database, async (transaction) => {
      const { isChanged, ...made } = await act(transaction, config, actor, call, target)
      const outcome = isChanged ? 'done' : 'unchanged'
      const { bulkId, assigneeId } = call
      if (!(await insertBulkItem(transaction, { bulkId, referralId: target.id, outcome, ...made })))
        return (await findBulkItem(transaction, bulkId, target.id))?.outcome ?? outcome
      const isGiven = assigneeId && assigneeId !== actor.accountId && made.formerAssigneeId !== assigneeId
      if (isChanged && isGiven) await planAssignedNotice(transaction, bulkId, assigneeId)
      return outcome
    })
  } catch (error) {
    const outcome = outcomeOf(error)
    // The same call at the same time was first.
    return (await findBulkItem(database, call.bulkId, target.id))?.outcome ?? outcome
  }
}

interface Made {
  isChanged: boolean
  formerAssigneeId?: string | null
  /** afterwards */
  version: number
}

async function act(
  transaction: InTransaction,
  product: ListServices['config'],
  actor: Caseworker,
  { action, reason, outcome, note, assigneeId }: BulkCall,
  { id, version }: { id: string; version: number },
): Promise<Made> {
  if (action === 'assign')
    return assignReferral(transaction, product, actor, { id, version, assigneeId: assigneeId ?? null, isQuiet: true })
  if (action === 'remind') {
    await remindRecipient(transaction, product, actor, { id, version })
    return { isChanged: true, version }
  }
  if (action === 'view') return { isChanged: await markViewed(transaction, product, actor, { id, version }), version }
  // Read before the lock: an assignment meanwhile would be another version.
  const formerAssigneeId = assigneeId ? ((await readReferral(transaction, id))?.assigneeId ?? null) : null
  const call = { action, version, reason, outcome, note, assigneeId }
  await takeStep(transaction, product, actor, id, call, { isAssignedQuietly: true })
  return { isChanged: true, version: version + 1, formerAssigneeId }
}

/** @returns whether it was new */
async function markViewed(
  transaction: InTransaction,
  product: ListServices['config'],
  actor: Caseworker,
  target: { id: string; version: number },
) {
  try {
    await takeStep(transaction, product, actor, target.id, { action: 'view', version: target.version })
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'illegal-transition') return false
    throw error
  }
}

/**
 * Undoes one's own act for each referral that nobody has changed since. Safe to repeat and to run twice at once.
 * @throws 404 for another account's act, 409 illegal-transition if it cannot be undone
 */
export async function undoChange(services: ListServices, actor: Caseworker, bulkId: string): Promise<UndoAnswer> {
  const { database } = services
  const bulk = await findBulk(database, bulkId)
  if (bulk?.accountId !== actor.accountId) throw problem('not-found')
  const action = bulk.action as BulkAction
  if (!undoable.includes(action)) throw problem('illegal-transition')
  const results: UndoAnswer['results'] = []
  for (const item of await listChanged(database, bulkId))
    results.push({ id: item.referralId, outcome: await undoOne(services, actor, { ...item, bulkId, action }) })
  return { results }
}

async function undoOne(
  { database, config }: ListServices,
  actor: Caseworker,
  {
    bulkId,
    action,
    referralId: id,
    version,
    formerAssigneeId,
  }: { bulkId: string; action: BulkAction; referralId: string; version: number; formerAssigneeId: string | null },
): Promise<UndoAnswer['results'][number]['outcome']> {
  try {
    await runAct(database, async (transaction) => {
      // First, so that the same call at the same time waits here.
      if (!(await markUndone(transaction, bulkId, id))) return
      if (action === 'assign')
        await assignReferral(transaction, config, actor, { id, version, assigneeId: formerAssigneeId, isQuiet: true })
      else await takeStep(transaction, config, actor, id, { action: 'undo', version })
    })
    return 'undone'
  } catch (error) {
    return undoOutcomes.find((one) => one === outcomeOf(error)) ?? 'not-possible'
  }
}
