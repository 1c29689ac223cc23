import { sql } from 'kysely'
import { shortName } from '#casework/clients/contact-record.ts'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { sendReferralInvitation, writeInvitation } from '#casework/referral-notices/server/referral-notices-public.ts'
import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { days, type MessageKind } from '#platform/server/message-kind.ts'
import { problem } from '#platform/server/problem.ts'
import type { SharedPerson } from '../referral.ts'
import { addWorkingDays, expiresAfter, nextClock } from '../working-days.ts'
import { checkConsent, checkFit, checkIntake, checkRecipient, type Override, takeSnapshot } from './check-sharing.ts'
import { notifyOverridden, notifySent, publishReferral } from './notify-step.ts'
import type { Product } from './referral-context.ts'
import { createInvitation, invitationExpiry } from './referral-invitation.ts'
import { insertStep, refreshRequest, updateReferral, type WholeReferral } from './referral-queries.ts'
import { refreshSearchText, shareReferred } from './referred-people.ts'

/** A claim link is sent to a stranger, at an address that the sender entered. */
const claimLink: MessageKind = {
  name: 'claim-link',
  overBound: 'refuse',
  bounds: { recipient: { most: 5, seconds: days(1) }, organization: { most: 50, seconds: days(1) } },
}

/** Who sends; after a while, only this is known of them. */
type SentBy = Pick<Actor, 'accountId' | 'organizationId'>

export interface Sending {
  override: Override | null
  /** what a forwarding recipient passes on: what was shared with them, not the current record */
  person?: SharedPerson | null
  note?: string | null
  /** why it goes to a service that takes nobody new, or does not fit the person; `reopens` needs none */
  intakeReason?: string | null | undefined
  reopens?: boolean
}

/** Sends the claim link to the person at the recipient's. Earlier links of the referral stop working. */
export async function invite(
  database: Database,
  product: Product,
  actor: SentBy,
  referral: WholeReferral,
  recipientName: string,
  person: SharedPerson,
  stepId: string,
  field = 'directReferralContact.email',
) {
  const email = referral.contactEmail ?? ''
  const code = await createInvitation(database, referral.id, email)
  const facts = {
    referralId: referral.id,
    firstName: referral.contactFirstName ?? '',
    personName: shortName(person),
    need: referral.request.need,
    referringOrganization: await getOrganizationName(database, referral.senderOrganizationId),
    referredToOrganization: recipientName,
    url: `${product.publicUrl}/a/${code}`,
    registrationUrl: `${product.publicUrl}/registration/organization?referralId=${code}`,
  }
  await sendReferralInvitation(database, referral.id, {
    channel: 'email',
    to: email,
    ...writeInvitation(facts, 'en', product),
    kind: claimLink,
    field,
    about: actor,
    expiresOn: invitationExpiry(new Date()),
    key: `referral-invitation:${stepId}`,
  })
}

/** The response clock. While a referral is held, nobody can answer: it then runs as long as the claim link is valid. */
export function clockOf(now: Date, isConfirmed: boolean) {
  const dueOn = isConfirmed ? addWorkingDays(now, expiresAfter) : invitationExpiry(now)
  const clockOn = isConfirmed ? nextClock(now, 0) : dueOn
  return { responseDueOn: dueOn.toISOString(), clockOn: clockOn.toISOString(), remindersSent: 0 }
}

/**
 * Sends a draft, in the caller's transaction: checks consent and recipient, takes a snapshot of what is shared, starts
 * the clock, and notifies everyone who wants it.
 */
export async function sendReferral(
  database: Database,
  product: Product,
  actor: SentBy,
  referral: WholeReferral,
  sending: Sending,
) {
  // Locked until the end, so that the person cannot be erased meanwhile; an erased person belongs to no organization.
  const held = await lockContact(database, referral.request.contactId, 'share')
  if (!held?.organizationId) throw problem('not-found')
  const { recipient, isInvited } = await checkRecipient(database, referral)
  const intakeReason = sending.reopens
    ? null
    : await checkIntake(database, referral, sending.intakeReason, product.timeZone)
  const isBySender = actor.organizationId === referral.senderOrganizationId
  const fitReason =
    sending.reopens || !isBySender ? null : await checkFit(database, referral, sending.intakeReason, product.timeZone)
  const checking = { recipient, override: sending.override, isBySender }
  const consent = await checkConsent(database, referral, referral.request.contactId, checking)
  const others = await shareReferred(database, referral, checking)
  const person = sending.person ?? (await takeSnapshot(database, referral.request.contactId))
  const now = new Date()
  await database
    .updateTable('referral')
    .set({ snapshot: sql`${JSON.stringify(person)}::jsonb` })
    .where('id', '=', referral.id)
    .execute()
  await refreshSearchText(database, referral.id)
  const recipientConfirmedOn = isInvited ? null : now.toISOString()
  await updateReferral(database, referral, {
    ...consent,
    status: 'Sent',
    sentOn: now.toISOString(),
    recipientConfirmedOn,
    ...clockOf(now, recipientConfirmedOn !== null),
    statusChangedOn: now.toISOString(),
    statusChangedBy: actor.accountId,
  })
  const step = {
    referralId: referral.id,
    fromStatus: 'Draft',
    toStatus: 'Sent',
    actorId: actor.accountId,
    organizationId: actor.organizationId,
    note: sending.note,
    reason: intakeReason ?? fitReason,
  } as const
  const stepId = await insertStep(database, { ...step, action: 'send' })
  await refreshRequest(database, referral.requestId)
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'referral.send',
    subjectType: 'referral',
    subjectId: referral.id,
    detail: {
      consentId: consent.consentId,
      isConsentOverridden: consent.consentOverrideReason !== null,
      ...(consent.consentOverrideReason ? { overrideReason: consent.consentOverrideReason } : {}),
      recipientOrganizationId: recipient.id,
    },
  })
  if (recipient.id !== referral.senderOrganizationId)
    await recordAccess(
      database,
      { accountId: actor.accountId, organizationId: recipient.id },
      [referral.request.contactId, ...others],
      { way: 'sent', referralId: referral.id },
    )
  const sent = { ...referral, snapshot: person, sentOn: now.toISOString(), recipientConfirmedOn }
  await notifySent(database, product, sent, actor, stepId)
  if (consent.consentOverrideReason) await notifyOverridden(database, product, sent, actor, stepId)
  if (isInvited) await invite(database, product, actor, sent, recipient.name, person, stepId)
  await publishReferral(database, sent)
}
