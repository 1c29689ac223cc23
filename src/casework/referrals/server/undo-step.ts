import { sql } from 'kysely'
import { findCoveringConsent } from '#casework/clients/consent-policy.ts'
import { listConsents } from '#casework/clients/server/clients-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import type { ReferralRow } from '../referral.ts'
import type { Referral } from '../referral-call.ts'
import { type ReferralAction, type ReferralStatus, undoMinutes } from '../referral-machine.ts'
import { isErased } from '../referral-policy.ts'
import { sharingOf } from './check-sharing.ts'
import { keepRestored, tidySendings } from './delayed-sending.ts'
import { notifyBackByLink } from './notify-by-link.ts'
import { notifyRestored, notifyUndone, publishReferral } from './notify-step.ts'
import type { Product } from './referral-context.ts'
import { referralProblem } from './referral-problem.ts'
import {
  findRecipient,
  insertStep,
  lockReferral,
  refreshRequest,
  updateReferral,
  type WholeReferral,
} from './referral-queries.ts'
import { listReferred } from './referred-people.ts'

/** Steps that their author can undo. */
const undoable: readonly string[] = [
  'accept',
  'decline',
  'start',
  'hold',
  'resume',
  'closeResolved',
  'closeUnresolved',
] satisfies ReferralAction[]

type Before = Pick<
  ReferralRow,
  | 'status'
  | 'assigneeId'
  | 'reason'
  | 'outcome'
  | 'reviewOn'
  | 'firstViewedOn'
  | 'respondedOn'
  | 'startedOn'
  | 'firstContactOn'
  | 'firstContactBy'
  | 'closedOn'
  | 'responseDueOn'
  | 'clockOn'
  | 'remindersSent'
  | 'statusChangedOn'
  | 'statusChangedBy'
  | 'promiseStage'
  | 'promiseDueOn'
  | 'promiseAlert'
  | 'promiseAlertOn'
>

function beforeOf(referral: WholeReferral): Before {
  const { status, assigneeId, reason, outcome, reviewOn, firstViewedOn, respondedOn, startedOn } = referral
  const { firstContactOn, firstContactBy, closedOn, responseDueOn, clockOn, remindersSent } = referral
  const { statusChangedOn, statusChangedBy, promiseStage, promiseDueOn, promiseAlert, promiseAlertOn } = referral
  return {
    ...{ status, assigneeId, reason, outcome, reviewOn, firstViewedOn, respondedOn, startedOn },
    ...{ firstContactOn, firstContactBy, closedOn, responseDueOn, clockOn, remindersSent },
    ...{ statusChangedOn, statusChangedBy, promiseStage, promiseDueOn, promiseAlert, promiseAlertOn },
  }
}

/** Keeps what a step changed, if it can be undone. @param step `causedBy`: of a recall, the acceptance that caused it */
export async function keepForUndo(
  database: Database,
  referral: WholeReferral,
  step: { id: string; action: string; causedBy?: string | undefined },
) {
  if (!undoable.includes(step.action) && !step.causedBy) return
  await database
    .insertInto('referralUndo')
    .values({
      eventId: step.id,
      referralId: referral.id,
      before: sql`${JSON.stringify(beforeOf(referral))}::jsonb`,
      causedBy: step.causedBy ?? null,
      expiresOn: sql`now() + make_interval(mins => ${undoMinutes})`,
    })
    .execute()
}

interface LastStep {
  id: string
  sequence: number
  action: string
  toStatus: ReferralStatus
  actorId: string | null
  organizationId: string | null
  createdOn: string
  before: Before | null
  expiresOn: string | null
  isOver: boolean | null
}

const findLastStep = async (database: Database, referralId: string) =>
  (
    await sql<LastStep>`
      select step.id, step.sequence::float8 as sequence, step.action, step.to_status, step.actor_id, step.organization_id, step.created_on,
        undo.before, undo.expires_on, undo.expires_on <= clock_timestamp() as is_over
      from referral_event step left join referral_undo undo on undo.event_id = step.id
      where step.referral_id = ${referralId}::uuid order by step.sequence desc limit 1 ${prepared}`.execute(database)
  ).rows[0]

type Refusal = 'undo-over' | 'undo-acted' | 'undo-consent'

/** Whether somebody has acted on a step: wrote a message, or tried or accepted another referral for the need. */
async function isActedOn(database: Database, { id, requestId }: WholeReferral, step: LastStep) {
  const { rows } = await sql<{ acted: boolean }>`
    select exists (select from referral_message where referral_id = ${id}::uuid and created_on > ${step.createdOn}::timestamptz
        and organization_id is distinct from ${step.organizationId}::uuid)
      or exists (select from referral_event other join referral on referral.id = other.referral_id
        where referral.request_id = ${requestId}::uuid and referral.id <> ${id}::uuid and other.sequence > ${step.sequence}
          and other.action in ('draft', 'send', 'accept')) as acted`.execute(database)
  return rows[0]?.acted === true
}

/** The recalls that an acceptance caused, by referral; a later step there means that somebody has acted on it. */
const listCaused = async (database: Database, eventId: string) =>
  (
    await sql<{ eventId: string; referralId: string; before: Before; isLast: boolean }>`
      select event_id, referral_id, before, not exists (select from referral_event later join referral_event own on own.id = event_id
        where later.referral_id = referral_undo.referral_id and later.sequence > own.sequence) as is_last
      from referral_undo where caused_by = ${eventId}::uuid order by referral_id`.execute(database)
  ).rows

/** Whether the consents under which a referral was shared still cover it. A justification needs none. */
async function isCovered(database: Database, referral: WholeReferral) {
  const recipient = await findRecipient(database, referral.recipientOrganizationId)
  if (!recipient || referral.detailsEndedOn) return false
  const others = await listReferred(database, referral.id)
  for (const { contactId, consentId } of [{ ...referral, contactId: referral.request.contactId }, ...others]) {
    if (!consentId) continue
    const consent = (await listConsents(database, contactId)).filter(({ id }) => id === consentId)
    if (!findCoveringConsent(consent, sharingOf(recipient, referral.request.need))) return false
  }
  return true
}

/** These show the recipient the details again. */
const endedForRecipient: readonly ReferralStatus[] = ['Declined', 'Recalled']

interface Undoing {
  step: LastStep
  before: Before
  others: { referral: WholeReferral; before: Before }[]
}

/** What undoing the last step of a referral changes, or why it cannot be undone by this account. */
async function planUndo(database: Database, referral: WholeReferral, accountId: string): Promise<Undoing | Refusal> {
  const step = await findLastStep(database, referral.id)
  if (!step?.before || step.actorId !== accountId || !undoable.includes(step.action)) return 'undo-acted'
  if (step.isOver) return 'undo-over'
  if (isErased(referral) || (await isActedOn(database, referral, step))) return 'undo-acted'
  const others: Undoing['others'] = []
  for (const { referralId, before, isLast } of await listCaused(database, step.id)) {
    const other = await lockReferral(database, referralId)
    if (!other || !isLast || (other.sentOn && isErased(other))) return 'undo-acted'
    others.push({ referral: other, before })
  }
  const shown = [referral, ...others.map((each) => each.referral)].filter(
    ({ status, sentOn }) => sentOn && endedForRecipient.includes(status),
  )
  for (const each of shown) if (!(await isCovered(database, each))) return 'undo-consent'
  return { step, before: step.before, others }
}

/**
 * For its author: the last step, while it can be undone. Not a step that was taken since the referral was read: with the
 * version before it, undoing would be refused.
 */
export async function findUndo(
  database: Database,
  referral: WholeReferral,
  accountId: string,
): Promise<Referral['undo']> {
  const step = await findLastStep(database, referral.id)
  if (!step?.expiresOn || step.actorId !== accountId || step.isOver || !undoable.includes(step.action)) return null
  if (step.toStatus !== referral.status) return null
  if (isErased(referral) || (await isActedOn(database, referral, step))) return null
  return { action: step.action, until: step.expiresOn }
}

/**
 * Undoes the last step of a locked referral, in the caller's transaction: state, times and assignee become what they were,
 * also those of the tries that an acceptance recalled.
 * @throws problem undo-over, undo-acted or undo-consent
 */
export async function undoStep(database: Database, product: Product, referral: WholeReferral, actor: Actor) {
  const plan = await planUndo(database, referral, actor.accountId)
  if (typeof plan === 'string') throw referralProblem(plan)
  const { before, others, step } = plan
  const own = { actorId: actor.accountId, organizationId: actor.organizationId }
  const stepId = await restore(database, referral, before, { ...own, action: 'undo' })
  await database.deleteFrom('referralUndo').where('eventId', '=', step.id).execute()
  for (const other of others) {
    const id = await restore(database, other.referral, other.before, {
      ...{ actorId: null, organizationId: null, action: 'restore' },
    })
    await notifyRestored(database, product, other.referral, id)
    await notifyBackByLink(database, product, other.referral, { id, action: 'restore', actor: null })
    if (other.before.status === 'Draft') await keepRestored(database, product, other.referral)
  }
  await refreshRequest(database, referral.requestId)
  await notifyUndone(database, product, referral, actor, { id: stepId, undone: step.action })
  await notifyBackByLink(database, product, referral, { id: stepId, action: 'undoBySender', actor })
  await publishReferral(database, referral)
}

interface Restoring {
  actorId: string | null
  organizationId: string | null
  action: 'undo' | 'restore'
}

async function restore(database: Database, referral: WholeReferral, before: Before, { action, ...by }: Restoring) {
  // With the deadline, which continues from when it began, not from now.
  await updateReferral(database, referral, before)
  const id = await insertStep(database, {
    ...{ referralId: referral.id, action, fromStatus: referral.status, toStatus: before.status },
    ...by,
  })
  await recordAudit(database, {
    ...{ actorId: by.actorId, action: `referral.${action}`, subjectType: 'referral', subjectId: referral.id },
    detail: { from: referral.status, to: before.status },
  })
  if (action === 'restore') await publishReferral(database, referral)
  return id
}

/** Deletes what can no longer be undone. */
export async function tidyUndo(database: Database) {
  await database.deleteFrom('referralUndo').where('expiresOn', '<=', sql<string>`now()`).execute()
  await tidySendings(database)
}
