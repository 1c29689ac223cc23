import { randomUUID } from 'node:crypto'
import type { Actor } from '#platform/schema/roles.ts'
import { answerStale } from '#platform/server/answer-stale.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, type InTransaction, runAct } from '#platform/server/database.ts'
import { asProblem, fieldProblem, Problem, problem } from '#platform/server/problem.ts'
import type { TransitionCall } from '../referral-call.ts'
import {
  findTransition,
  type Party,
  type ReferralAction,
  type ReferralStatus,
  type Transition,
} from '../referral-machine.ts'
import { isReopeningPossible, mayTake, partiesOf, visibilityOf } from '../referral-policy.ts'
import { missingParts } from '../transition-needs.ts'
import { type Override, readOverride } from './check-sharing.ts'
import { contactColumns, findDestination, locked } from './create-referral.ts'
import { checkNotBeingSent, listUndoneWith, sendAgain, sendSoon, undoSending } from './delayed-sending.ts'
import { checkNotTaken, listToRecall, wasTaken } from './first-acceptance.ts'
import { getReferral } from './get-referral.ts'
import { lockCase } from './lock-case.ts'
import { findReaderOfEnd, type LinkAddress, notifyByLink } from './notify-by-link.ts'
import {
  notifyAssigned,
  notifyChanged,
  notifyOthersOfAcceptance,
  notifyRequesterOfDecline,
  publishReferral,
} from './notify-step.ts'
import { type Acting, isAccount, linkHolderOf, type Product, type ReferralServices } from './referral-context.ts'
import { referralProblem } from './referral-problem.ts'
import { insertStep, isReopened, refreshRequest, updateReferral, type WholeReferral } from './referral-queries.ts'
import { inheritReferred } from './referred-people.ts'
import { sendReferral } from './send-referral.ts'
import { effectOf } from './transition-effects.ts'
import { keepForUndo, undoStep } from './undo-step.ts'

/**
 * Moves a referral one step in the state machine: checks, history, times and notifications in one transaction.
 * @returns it as the actor sees it then
 * @throws 404 if the actor may not see it, 403 if they may not do this, 409 stale-version or illegal-transition, 400 at
 * a missing field
 */
export async function transitionReferral(services: ReferralServices, actor: Actor, id: string, call: TransitionCall) {
  const shown = await answerStale(
    () =>
      runAct(services.database, async (transaction) => {
        await takeStep(transaction, services.config, actor, id, call)
        // Whoever takes it may not see it afterwards, which does not undo the step.
        return getReferral(transaction, actor, id).catch(asProblem)
      }),
    () => getReferral(services.database, actor, id),
  )
  if (shown instanceof Problem) throw shown
  return shown
}

/** The same within the caller's transaction. */
export async function takeStep(
  transaction: InTransaction,
  product: Product,
  actor: Actor,
  id: string,
  call: TransitionCall,
  { isAssignedQuietly = false }: { isAssignedQuietly?: boolean } = {},
) {
  const partiesFor = (referral: WholeReferral) => partiesOf(actor, referral)
  await take(transaction, product, { actor, id, call, partiesFor, isAssignedQuietly })
}

interface Taking {
  actor: Acting
  id: string
  call: TransitionCall
  /** The actor's relations to the referral, which is locked. */
  partiesFor: (referral: WholeReferral) => readonly Party[]
  /** whether the caller notifies whoever is given the referral */
  isAssignedQuietly?: boolean
}

/** Checks and performs a step. */
export async function take(
  transaction: InTransaction,
  product: Product,
  { actor, id, call, partiesFor, isAssignedQuietly = false }: Taking,
) {
  // With all tries at every step, because it ends with the need, and with what reports count of them.
  const { referral, tries } = await lockCase(transaction, id, { consents: sharing.includes(call.action) })
  const who = referral ? partiesFor(referral) : []
  const visibility = referral ? visibilityOf(who, referral) : 'nothing'
  if (!referral || visibility === 'nothing') throw problem('not-found')
  if (answering.includes(call.action) && (await wasTaken(transaction, referral))) throw referralProblem('taken-first')
  const transition = findTransition(call.action, referral.status, who)
  if (transition === 'forbidden') throw problem('forbidden')
  if (call.version !== referral.version) throw problem('stale-version')
  if (transition === 'illegal' || !mayTake(call.action, visibility)) throw problem('illegal-transition')
  if (call.action === 'undo') {
    if (!isAccount(actor)) throw problem('forbidden')
    if (referral.status === 'Draft') return undoSending(transaction, referral, actor)
    return undoStep(transaction, product, referral, actor)
  }
  await checkParts(transaction, transition, referral, call, who)
  checkNotTaken(tries, referral, call.action)
  if (call.action === 'send') await checkNotBeingSent(transaction, id)
  const isTogether = call.action === 'send' && call.together && isAccount(actor)
  const undone = isTogether ? await listUndoneWith(transaction, id, actor.accountId) : []
  const batchId = randomUUID()
  const causedBy = await move(transaction, product, {
    ...{ referral, actor, who, call, transition, batchId, isAssignedQuietly },
  })
  if (isAccount(actor)) await sendAgain(transaction, product, actor, { first: referral, tries, undone, batchId })
  if (call.action !== 'accept') return
  for (const other of listToRecall(tries, referral))
    await move(transaction, product, { ...other, actor: null, who: ['system'], call: {}, causedBy })
}

/** A recipient who takes one of these comes too late if another one accepted first. */
const answering: readonly ReferralAction[] = ['view', 'accept', 'decline', 'forward']

/** These actions read the consents. */
const sharing: readonly ReferralAction[] = ['send', 'forward', 'reopen', 'undo']

async function checkParts(
  database: Database,
  transition: Transition,
  referral: WholeReferral,
  call: TransitionCall,
  who: readonly Party[],
) {
  const errors = missingParts(transition, call)
  if (errors.length > 0) throw problem('invalid-request', { errors })
  if (call.action !== 'reopen' && call.action !== 'declineReopen') return
  const reopening = { ...referral, isReopened: await isReopened(database, referral.id) }
  if (!isReopeningPossible(call.action, reopening, who)) throw problem('illegal-transition')
}

/** The changes of an action that does not change the status: the request to reopen, and its answer. */
function reopenPatch({ action, recordedAs }: Transition, referral: WholeReferral, now: string) {
  if (recordedAs === 'askReopen') return { reopenAskedOn: now }
  const isAnswer = action === 'reopen' || action === 'declineReopen'
  return isAnswer && referral.reopenAskedOn ? { reopenAnsweredOn: now } : {}
}

interface Move {
  referral: WholeReferral
  actor: Acting
  who: readonly Party[]
  call: Partial<TransitionCall>
  transition: Transition
  /** of a recall: the acceptance that caused it */
  causedBy?: string | undefined
  /** of a sending: what is sent with it */
  batchId?: string
  isAssignedQuietly?: boolean
  /** who could open it by a link, if an earlier change of the caller has ended the link */
  reader?: LinkAddress | undefined
}

/**
 * Performs a step that was found allowed. The caller's transaction has locked `referral`.
 * @returns its ID in the history; of a sent draft, none
 */
export async function move(
  database: Database,
  product: Product,
  { batchId = randomUUID(), isAssignedQuietly = false, ...given }: Move,
): Promise<string | undefined> {
  const { referral, actor, who, call, transition, causedBy } = given
  const { action } = transition
  const name = transition.recordedAs ?? action
  // Only the sender may share without a consent on record.
  const override = who.includes('sender') ? readOverride(call) : null
  if (action === 'send' && isAccount(actor)) {
    await sendDraft(database, product, actor, referral, { call, override, batchId })
    return
  }
  const now = new Date().toISOString()
  const toStatus: ReferralStatus = transition.to ?? referral.status
  const patch = transition.to
    ? {
        ...(await effectOf(action, { database, referral, actor, call, now })),
        status: toStatus,
        statusChangedOn: now,
        statusChangedBy: actor?.accountId ?? null,
      }
    : reopenPatch(transition, referral, now)
  // Opening a page records the view automatically. This must not outdate the page of a person who is about to act.
  const isOnlyViewed = action === 'view' && !call.assigneeId
  const stepId = randomUUID()
  const isByRecipient = who.includes('recipient')
  const reader = given.reader ?? (await findReaderOfEnd(database, referral, { action: name, isByRecipient }))
  await updateReferral(database, referral, patch, { isNewVersion: !isOnlyViewed })
  const step = insertStep(database, {
    id: stepId,
    referralId: referral.id,
    action: name,
    fromStatus: referral.status,
    toStatus,
    actorId: actor?.accountId ?? null,
    organizationId: actor?.organizationId ?? null,
    reason: call.reason,
    outcome: call.outcome,
    note: call.note,
    reviewOn: action === 'hold' ? call.reviewOn : null,
    linkHolder: linkHolderOf(actor),
  })
  const { assigneeId = null } = patch as { assigneeId?: string | null }
  // Sent together, in this order.
  await Promise.all([
    step,
    isAccount(actor) || causedBy ? keepForUndo(database, referral, { id: stepId, action: name, causedBy }) : null,
    recordAudit(database, {
      actorId: actor?.accountId ?? null,
      action: `referral.${name}`,
      subjectType: 'referral',
      subjectId: referral.id,
      detail: { from: referral.status, to: toStatus, ...(linkHolderOf(actor) ? { byLink: true } : {}) },
    }),
  ])
  if (transition.child && isAccount(actor))
    await sendChild(database, product, actor, referral, call, action === 'forward' ? 'forward' : 'reopen', override)
  await Promise.all([
    refreshRequest(database, referral.requestId),
    name === 'recallTaken'
      ? notifyOthersOfAcceptance(database, product, referral, stepId)
      : notifyChanged(database, product, referral, actor, {
          ...{ id: stepId, action: name, isBySender: who.includes('sender') },
        }),
    reader ? notifyByLink(database, product, referral, reader, { id: stepId, action: name, actor }) : null,
    assigneeId && assigneeId !== referral.assigneeId && !isAssignedQuietly
      ? notifyAssigned(database, product, referral, actor, { id: stepId, assigneeId })
      : null,
    publishReferral(database, referral),
  ])
  if (action === 'declineReopen') await notifyRequesterOfDecline(database, product, referral, actor, stepId)
  return stepId
}

async function sendDraft(
  database: Database,
  product: Product,
  actor: Actor,
  referral: WholeReferral,
  { call, override, batchId }: { call: Partial<TransitionCall>; override: Override | null; batchId: string },
) {
  const contact = call.directReferralContact ? contactColumns(call.directReferralContact) : null
  if (contact) await database.updateTable('referral').set(contact).where('id', '=', referral.id).execute()
  const note = call.note ?? (await findDraftNote(database, referral.id))
  const sending = { batchId, override, note, intakeReason: call.intakeReason }
  await sendSoon(database, product, actor, { ...referral, ...contact }, sending)
}

/** The note of the draft of another try. */
const findDraftNote = async (database: Database, referralId: string) =>
  (
    await database
      .selectFrom('referralEvent')
      .select('note')
      .where('referralId', '=', referralId)
      .where('action', '=', 'draft')
      .executeTakeFirst()
  )?.note

/** The destination of a child: the next organization, or the same one again. */
async function destinationOf(
  database: Database,
  actor: Actor,
  referral: WholeReferral,
  call: Partial<TransitionCall>,
  relation: 'forward' | 'reopen',
) {
  const { serviceId, recipientOrganizationId, contactFirstName, contactLastName, contactEmail, directedToId } = referral
  if (relation === 'reopen') {
    const known = { contactFirstName, contactLastName, contactEmail }
    // Its last account may have been closed since.
    const contact = call.directReferralContact ? contactColumns(call.directReferralContact) : known
    return { serviceId, recipientOrganizationId, ...contact, directedToId }
  }
  const destination = await findDestination(database, actor, call)
  if ([recipientOrganizationId, referral.senderOrganizationId].includes(destination.recipientOrganizationId))
    throw fieldProblem('recipientOrganizationId', 'forward-elsewhere')
  return { ...destination, ...contactColumns(call.directReferralContact) }
}

async function sendChild(
  database: Database,
  product: Product,
  actor: Actor,
  parent: WholeReferral,
  call: Partial<TransitionCall>,
  relation: 'forward' | 'reopen',
  override: Override | null,
) {
  const { requestId, senderOrganizationId, createdBy } = parent
  const destination = await destinationOf(database, actor, parent, call, relation)
  const { id } = await database
    .insertInto('referral')
    .values({
      ...destination,
      requestId,
      senderOrganizationId,
      createdBy,
      parentId: parent.id,
      parentRelation: relation,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await inheritReferred(database, id, parent.id, relation === 'forward')
  await sendReferral(database, product, actor, await locked(database, id), {
    override,
    note: call.note,
    intakeReason: call.intakeReason,
    reopens: relation === 'reopen',
    person: relation === 'forward' ? parent.snapshot : null,
  })
}
