import { shortName } from '#casework/clients/contact-record.ts'
import {
  confirmToCreator,
  notifyAdmins,
  notifyAssignee,
  notifyCreator,
  notifyHolders,
  notifyOfAssignments,
  notifyRecipients,
  notifyRequester,
  type ReferralNews,
} from '#casework/referral-notices/server/referral-notices-public.ts'
import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { openStatuses } from '../referral-machine.ts'
import { isHeld } from '../referral-policy.ts'
import type { Acting, NoticeProduct } from './referral-context.ts'
import { findReferralRow, findRequestOf, type WholeReferral } from './referral-queries.ts'

/** Who caused the news; null is the portal's own schedule. */
type By = Pick<NonNullable<Acting>, 'accountId' | 'organizationId'> | null

/** Notifies the tabs of both organizations that a referral changed; the recipient's only once it exists for them. */
export const publishReferral = (
  database: Database,
  referral: Pick<
    WholeReferral,
    'id' | 'senderOrganizationId' | 'recipientOrganizationId' | 'sentOn' | 'recipientConfirmedOn'
  >,
) =>
  publishEvent(database, {
    type: 'referral',
    subjectId: referral.id,
    audience: [
      ...new Set([
        `organization:${referral.senderOrganizationId}`,
        ...(referral.sentOn && !isHeld(referral) ? [`organization:${referral.recipientOrganizationId}`] : []),
      ]),
    ],
  })

/** What notices of a step say. @param daysLeft until the referral expires, for a reminder */
export async function newsOf(
  database: Database,
  referral: WholeReferral,
  actor: By,
  step: { id: string; action: string },
  daysLeft?: number,
): Promise<ReferralNews> {
  const [person, referringOrganization, referredToOrganization] = await Promise.all([
    // After sharing, the name as it was shared: notifications to the recipient contain nothing newer.
    referral.snapshot ?? findContactRow(database, referral.request.contactId),
    getOrganizationName(database, referral.senderOrganizationId),
    getOrganizationName(database, referral.recipientOrganizationId),
  ])
  return {
    eventId: step.id,
    actorId: actor?.accountId ?? null,
    createdById: referral.createdBy,
    directedToId: referral.directedToId,
    senderOrganizationId: referral.senderOrganizationId,
    recipientOrganizationId: referral.recipientOrganizationId,
    facts: {
      referralId: referral.id,
      action: step.action,
      personName: person ? shortName(person) : '',
      need: referral.request.need,
      isUrgent: referral.request.urgency !== 'routine',
      referringOrganization,
      referredToOrganization,
      daysLeft,
    },
  }
}

/**
 * After a referral was sent: notifies the receiving organization, and confirms it to the creator if their own side sent
 * it.
 */
export async function notifySent(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  actor: By,
  stepId: string,
) {
  const news = await newsOf(database, referral, actor, { id: stepId, action: 'send' })
  await Promise.all([
    isHeld(referral) ? null : notifyRecipients(database, product, news, 'incoming'),
    actor?.organizationId === referral.senderOrganizationId ? confirmToCreator(database, product, news) : null,
  ])
}

/** Notifies the sending organization's admins that something was shared without a recorded consent. */
export async function notifyOverridden(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  actor: By,
  stepId: string,
) {
  // A separate key: an admin may also be the referral's creator, and then receives the confirmation too.
  const news = await newsOf(database, referral, actor, { id: `${stepId}:override`, action: 'override' })
  await notifyAdmins(database, product, news)
}

/** Steps of the sender that end what the recipient was asked for, as the recipient is notified of them. */
const endings: Partial<Record<string, string>> = { recall: 'recallBySender', closeUnresolved: 'closeBySender' }

/**
 * Notifies the creator that a referral's status changed; and if its sender ended it, whoever looks after it at the
 * recipient, without naming the person.
 */
export async function notifyChanged(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  actor: Acting,
  step: { id: string; action: string; isBySender?: boolean },
) {
  const news = await newsOf(database, referral, actor, step)
  const ending = step.isBySender && endings[step.action]
  await Promise.all([
    notifyCreator(database, product, news),
    ending
      ? notifyLookingAfter(database, product, referral, { ...news, facts: { ...news.facts, action: ending } })
      : null,
  ])
}

/** Notifies those who look after a referral at the recipient, if it exists for them, without naming the person. */
async function notifyLookingAfter(
  database: Database,
  product: NoticeProduct,
  { sentOn, recipientConfirmedOn, assigneeId, directedToId }: WholeReferral,
  { facts, ...news }: ReferralNews,
) {
  if (!sentOn || isHeld({ sentOn, recipientConfirmedOn })) return
  const nameless = { ...news, facts: { ...facts, personName: '' } }
  await notifyHolders(database, product, nameless, [assigneeId, directedToId])
}

/**
 * Notifies the requester that the sender declined to reopen. (Reopening needs no separate notification: a referral
 * arrives.)
 */
export async function notifyRequesterOfDecline(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  actor: Acting,
  stepId: string,
) {
  const asked = await database
    .selectFrom('referralEvent')
    .select('actorId')
    .where('referralId', '=', referral.id)
    .where('action', '=', 'askReopen')
    .executeTakeFirst()
  const news = await newsOf(database, referral, actor, { id: stepId, action: 'reopenDeclined' })
  await notifyRequester(database, product, news, asked?.actorId ?? null)
}

/** Notifies the recipient that the details are gone because the consent was withdrawn, without naming the person. */
export async function notifyAccessEnded(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  actor: Acting,
  step: { id: string; action: 'endDetails' | 'endDetailsOfOther' },
) {
  if (isHeld(referral)) return
  const { facts, ...news } = await newsOf(database, referral, actor, step)
  await notifyRecipients(database, product, { ...news, facts: { ...facts, personName: '' } }, 'statusChange')
}

/** Tells those who were asked at the same time that another organization accepted first, without naming the person. */
export async function notifyOthersOfAcceptance(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  stepId: string,
) {
  if (!referral.sentOn || isHeld(referral)) return
  const { facts, ...news } = await newsOf(database, referral, null, { id: stepId, action: 'recallTaken' })
  await notifyRecipients(database, product, { ...news, facts: { ...facts, personName: '' } }, 'statusChange')
}

/** Tells the other side and the creator that a step was undone: those who were told of it. */
export async function notifyUndone(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  actor: Actor,
  { id, undone }: { id: string; undone: string },
) {
  const isByRecipient = actor.organizationId === referral.recipientOrganizationId
  const news = await newsOf(database, referral, actor, { id, action: isByRecipient ? 'undo' : 'undoBySender' })
  await notifyCreator(database, product, news)
  if (!endings[undone] || actor.organizationId !== referral.senderOrganizationId) return
  await notifyLookingAfter(database, product, referral, { ...news, facts: { ...news.facts, action: 'undoBySender' } })
}

/** Tells those whose referral was recalled that it is open again. */
export async function notifyRestored(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  stepId: string,
) {
  if (!referral.sentOn || isHeld(referral)) return
  const news = await newsOf(database, referral, null, { id: stepId, action: 'restore' })
  await notifyRecipients(database, product, news, 'statusChange')
}

/** Notifies the receiving organization again that a referral waits for an answer. */
export const notifyWaiting = async (
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  stepId: string,
  daysLeft: number,
) =>
  notifyRecipients(
    database,
    product,
    await newsOf(database, referral, null, { id: stepId, action: 'remind' }, daysLeft),
    'reminder',
  )

/** Notifies whoever was given a referral by somebody else at their organization. */
export const notifyAssigned = async (
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  actor: Acting,
  step: { id: string; assigneeId: string },
) =>
  notifyAssignee(
    database,
    product,
    // Combined with the step: the creator, who may be the assignee, is notified of the step itself.
    await newsOf(database, referral, actor, { id: `${step.id}:assigned`, action: 'assign' }),
    step.assigneeId,
  )

/** What one act gave to an account. */
interface Given {
  bulkId: string
  actorId: string
  assigneeId: string
  referralIds: readonly string[]
}

/** Those that it still has to look after. */
const listStillAssigned = (database: Database, { assigneeId, referralIds }: Given) =>
  database
    .selectFrom('referral')
    .innerJoin('referralRequest', 'referralRequest.id', 'referral.requestId')
    .select(['referral.id', 'senderOrganizationId', 'recipientOrganizationId', 'urgency'])
    .where('referral.id', 'in', referralIds)
    .where('assigneeId', '=', assigneeId)
    .where('referral.status', 'in', openStatuses)
    .orderBy('referral.id')
    .execute()

/**
 * Notifies somebody once of all referrals that one act gave them, or of the only one as {@link notifyAssigned} does.
 * @returns the referrals that they still have to look after
 */
export async function notifyAssignedTogether(database: Database, product: NoticeProduct, given: Given) {
  const { bulkId, actorId, assigneeId } = given
  const assigned = await listStillAssigned(database, given)
  const [first, ...others] = assigned
  const told = assigned.map(({ id }) => id)
  if (!first) return told
  if (others.length > 0) {
    const referrals = assigned.map(({ senderOrganizationId, recipientOrganizationId, urgency }) => ({
      isInternal: senderOrganizationId === recipientOrganizationId,
      isUrgent: urgency !== 'routine',
    }))
    const about = { accountId: actorId, organizationId: first.recipientOrganizationId }
    await notifyOfAssignments(database, product, { key: `${bulkId}:${first.id}`, about, assigneeId, referrals })
    return told
  }
  const [row, request] = [await findReferralRow(database, first.id), await findRequestOf(database, first.id)]
  if (!row || !request) return []
  const by = { accountId: actorId, organizationId: row.recipientOrganizationId }
  // Erasing the person blanks messages by the referral in their key.
  const step = { id: `${first.id}:assigned:${bulkId}`, action: 'assign' }
  await notifyAssignee(database, product, await newsOf(database, { ...row, request }, by, step), assigneeId)
  return told
}

/** Notifies the receiving organization that the sender asks for an answer. */
export const notifyNudged = async (
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  actor: Acting,
  stepId: string,
) =>
  notifyRecipients(
    database,
    product,
    await newsOf(database, referral, actor, { id: stepId, action: 'remind' }),
    'nudge',
  )
