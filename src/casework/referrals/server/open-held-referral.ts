import { notifyRecipients } from '#casework/referral-notices/server/referral-notices-public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { openStatuses } from '../referral-machine.ts'
import { newsOf, notifySent, publishReferral } from './notify-step.ts'
import type { Acting, NoticeProduct } from './referral-context.ts'
import { insertStep, updateReferral, type WholeReferral } from './referral-queries.ts'
import { clockOf } from './send-referral.ts'

/**
 * Opens a held, locked referral to its recipient, in the caller's transaction: it now exists for them, they are
 * notified as for any new referral, also if it was answered by a link, and the response clock starts.
 * @param actor who confirmed; null if the review of the claim opened the link's own referral
 */
export async function openHeldReferral(
  database: Database,
  product: NoticeProduct,
  referral: WholeReferral,
  actor: Acting,
) {
  const now = new Date()
  const isUnanswered = referral.status === 'Sent'
  const clock = clockOf(now, true)
  const opened = { ...referral, recipientConfirmedOn: now.toISOString() }
  await updateReferral(database, referral, {
    recipientConfirmedOn: opened.recipientConfirmedOn,
    ...(isUnanswered ? clock : {}),
    // Somebody has opened it: from now on it is only shown as late.
    ...(referral.status === 'In Review' ? { ...clock, clockOn: null } : {}),
  })
  const stepId = await insertStep(database, {
    referralId: referral.id,
    action: 'confirmRecipient',
    fromStatus: referral.status,
    toStatus: referral.status,
    actorId: actor?.accountId ?? null,
    organizationId: actor?.organizationId ?? null,
  })
  await recordAudit(database, {
    actorId: actor?.accountId ?? null,
    action: 'referral.confirmRecipient',
    subjectType: 'referral',
    subjectId: referral.id,
    detail: { recipientOrganizationId: referral.recipientOrganizationId },
  })
  if (isUnanswered) await notifySent(database, product, opened, null, stepId)
  else if (openStatuses.includes(referral.status)) {
    const news = await newsOf(database, opened, null, { id: stepId, action: 'confirmRecipient' })
    await notifyRecipients(database, product, news, 'opened')
  }
  await publishReferral(database, opened)
}
