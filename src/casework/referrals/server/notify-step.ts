import { shortName } from '#casework/clients/contact-record.ts'
import {
  confirmToCreator,
  notifyAdmins,
  notifyCreator,
  notifyRecipients,
  notifyRequester,
  type ReferralNews,
} from '#casework/referral-notices/server/referral-notices-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { isHeld } from '../referral-policy.ts'
import type { Acting, Product } from './referral-context.ts'
import { organizationName, type WholeReferral } from './referral-queries.ts'

/** Publishes to the tabs of both organizations that a referral changed; the recipient's once it exists for them. */
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

export async function newsOf(
  database: Database,
  referral: WholeReferral,
  actor: Acting,
  step: { id: string; action: string },
  daysLeft?: number,
): Promise<ReferralNews> {
  // Once shared, the name as it was shared: a notice to the recipient says nothing newer.
  const person = referral.snapshot ?? (await findContactRow(database, referral.request.contactId))
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
      referringOrganization: await organizationName(database, referral.senderOrganizationId),
      referredToOrganization: await organizationName(database, referral.recipientOrganizationId),
      daysLeft,
    },
  }
}

/** A referral went out: the receiving organization hears of it, and who made it has it confirmed when their own side sent it. */
export async function notifySent(
  database: Database,
  product: Product,
  referral: WholeReferral,
  actor: Acting,
  stepId: string,
) {
  const news = await newsOf(database, referral, actor, { id: stepId, action: 'send' })
  if (!isHeld(referral)) await notifyRecipients(database, product, news, 'incoming')
  if (actor?.organizationId === referral.senderOrganizationId) await confirmToCreator(database, product, news)
}

/** Something was shared without a recorded consent: the sending organization's admins are notified. */
export async function notifyOverridden(
  database: Database,
  product: Product,
  referral: WholeReferral,
  actor: Acting,
  stepId: string,
) {
  // A key of its own: an admin may also be who made the referral, and gets the confirmation besides.
  const news = await newsOf(database, referral, actor, { id: `${stepId}:override`, action: 'override' })
  await notifyAdmins(database, product, news)
}

/** A referral's status changed: who made it hears. */
export const notifyChanged = async (
  database: Database,
  product: Product,
  referral: WholeReferral,
  actor: Acting,
  step: { id: string; action: string },
) => notifyCreator(database, product, await newsOf(database, referral, actor, step))

/** The sender declined to reopen: who asked is notified. (A reopening needs no notice of its own: a referral arrives.) */
export async function notifyRequesterOfDecline(
  database: Database,
  product: Product,
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

/** The consent was withdrawn: the recipient is notified that the details are gone, without a word on whom it is about. */
export async function notifyAccessEnded(
  database: Database,
  product: Product,
  referral: WholeReferral,
  actor: Acting,
  stepId: string,
) {
  if (isHeld(referral)) return
  const { facts, ...news } = await newsOf(database, referral, actor, { id: stepId, action: 'endDetails' })
  await notifyRecipients(database, product, { ...news, facts: { ...facts, personName: '' } }, 'statusChange')
}

/** A referral still waits for an answer: the receiving organization hears again. */
export const notifyWaiting = async (
  database: Database,
  product: Product,
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
