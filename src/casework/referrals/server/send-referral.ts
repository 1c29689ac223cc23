import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { shortName } from '#casework/clients/contact-record.ts'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { findVerdict } from '#casework/person-facts/server/person-facts-public.ts'
import { sendReferralInvitation, writeInvitation } from '#casework/referral-notices/server/referral-notices-public.ts'
import { findPromise } from '#casework/response-times/server/response-times-public.ts'
import { findIntake } from '#directory/services/server/directory-public.ts'
import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import { listPhones, lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { days, type MessageKind } from '#platform/server/message-kind.ts'
import { problem } from '#platform/server/problem.ts'
import { deadlineOf } from '../deadline.ts'
import type { SharedPerson } from '../referral.ts'
import { addWorkingDays, expiresAfter, nextClock } from '../working-days.ts'
import {
  checkConsent,
  checkFit,
  checkIntake,
  checkRecipient,
  collectGaps,
  lockConsentsToShare,
  noConsent,
  type Override,
  snapshotOf,
} from './check-sharing.ts'
import { notifyOverridden, notifySent, publishReferral } from './notify-step.ts'
import type { Product } from './referral-context.ts'
import { createInvitation, invitationExpiry, languagesOfInvited } from './referral-invitation.ts'
import {
  type Destination,
  findRecipient,
  insertStep,
  refreshRequest,
  updateReferral,
  type WholeReferral,
} from './referral-queries.ts'
import { checkReferred, listReferred, searchText, shareReferred } from './referred-people.ts'

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
  /** what this transaction already read to check it */
  found?: FoundForSending | null
}

/** What a sending is checked by; of a new draft, this is known before its rows are written. */
export type Sendable = Pick<
  WholeReferral,
  | 'id'
  | 'serviceId'
  | 'senderOrganizationId'
  | 'recipientOrganizationId'
  | 'contactEmail'
  | 'sentOn'
  | 'recipientConfirmedOn'
> & { request: Pick<WholeReferral['request'], 'contactId' | 'need'> }

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
  const languages = await languagesOfInvited(database, email, referral)
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
    ...writeInvitation(facts, languages, product),
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

/** What needs no lock of what is read to check a sending, and what it needs. */
export async function readAboutSending(
  database: Database,
  product: Product,
  {
    contactId,
    serviceId,
    recipientOrganizationId,
    isBySender,
  }: Destination & { contactId: string; isBySender: boolean },
) {
  const [phones, promise, intake, verdict] = await Promise.all([
    listPhones(database, contactId),
    findPromise(database, recipientOrganizationId),
    serviceId ? findIntake(database, serviceId, product.timeZone) : null,
    serviceId && isBySender ? findVerdict(database, { contactId, serviceId }, product.timeZone) : null,
  ])
  return { phones, promise, intake, verdict, isBySender }
}

/** What is read to check a sending, and what it needs. */
async function readForSending(
  database: Database,
  product: Product,
  actor: SentBy,
  referral: Sendable,
  { reopens }: Sending,
) {
  const { contactId } = referral.request
  const { serviceId, recipientOrganizationId } = referral
  const isBySender = actor.organizationId === referral.senderOrganizationId
  // Sent together. The record is locked until the end, so that the person cannot be erased meanwhile.
  const [consents, held, referred, recipient, about] = await Promise.all([
    lockConsentsToShare(database, referral, contactId),
    lockContact(database, contactId, 'share'),
    listReferred(database, referral.id),
    findRecipient(database, recipientOrganizationId),
    readAboutSending(database, product, {
      ...{ contactId, recipientOrganizationId, isBySender },
      serviceId: reopens ? null : serviceId,
    }),
  ])
  return { consents, held, referred, recipient, ...about }
}
export type FoundForSending = Awaited<ReturnType<typeof readForSending>>

/**
 * Checks that a draft can be sent, and locks what the check depends on.
 * @returns what sending it needs
 */
export async function checkSending(
  database: Database,
  product: Product,
  actor: SentBy,
  referral: Sendable,
  sending: Sending,
) {
  const found = sending.found ?? (await readForSending(database, product, actor, referral, sending))
  const { held, phones, promise, isBySender } = found
  // An erased person belongs to no organization.
  if (!held?.organizationId) throw problem('not-found')
  const { recipient, isInvited } = checkRecipient(found.recipient, referral)
  const intakeReason = checkIntake(found.intake, sending.intakeReason)
  const fitReason = checkFit(found.verdict, sending.intakeReason)
  const checking = { recipient, override: sending.override, isBySender }
  const { contactId } = referral.request
  const gaps = collectGaps()
  const checkOwn = () => checkConsent(database, referral, { contactId, consents: found.consents }, checking)
  const own = await gaps.tryOne(checkOwn, noConsent)
  const others = await checkReferred(database, referral, found.referred, checking, gaps)
  gaps.throwFirst()
  // The referral says that somebody of it was shared without a consent, whoever it was.
  const { reason: consentOverrideReason = null, text: consentOverrideText = null } = sending.override ?? {}
  const isOverridden = others.some((other) => other.isOverridden)
  const consent = isOverridden ? { ...own, consentOverrideReason, consentOverrideText } : own
  const person = sending.person ?? snapshotOf(held, phones)
  return { recipient, isInvited, promise, consent, others, person, reason: intakeReason ?? fitReason }
}
type Checked = Awaited<ReturnType<typeof checkSending>>

/** Whose details the sending shares with another organization goes to the access log. */
async function recordSharing(database: Database, actor: SentBy, referral: WholeReferral, { others }: Checked) {
  if (referral.recipientOrganizationId === referral.senderOrganizationId) return
  const shared = others.flatMap(({ contactId, snapshot }) => (snapshot ? [contactId] : []))
  const reader = { accountId: actor.accountId, organizationId: referral.recipientOrganizationId }
  const access = { way: 'sent', referralId: referral.id } as const
  await recordAccess(database, reader, [referral.request.contactId, ...shared], access)
}

/** The columns of a sent referral. */
function sentPatch(
  actor: SentBy,
  referral: WholeReferral,
  { consent, person, isInvited, promise }: Checked,
  now: Date,
) {
  const at = now.toISOString()
  const times = {
    ...{ status: 'Sent' as const, sentOn: at, recipientConfirmedOn: isInvited ? null : at },
    ...{ ...clockOf(now, !isInvited), statusChangedOn: at, statusChangedBy: actor.accountId },
  }
  const snapshot = sql<SharedPerson>`${JSON.stringify(person)}::jsonb`
  const deadline = deadlineOf({ ...referral, ...times }, promise, referral.request.urgency)
  return { ...consent, ...times, ...deadline, snapshot, searchText: searchText(snapshot) }
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
  const checked = await checkSending(database, product, actor, referral, sending)
  const { recipient, isInvited, consent, person } = checked
  const now = new Date()
  const recipientConfirmedOn = isInvited ? null : now.toISOString()
  const sent = { ...referral, snapshot: person, sentOn: now.toISOString(), recipientConfirmedOn }
  const stepId = randomUUID()
  // Sent together, in this order.
  await Promise.all([
    shareReferred(database, referral.id, checked.others),
    updateReferral(database, referral, sentPatch(actor, referral, checked, now)),
    insertStep(database, {
      ...{ id: stepId, referralId: referral.id, action: 'send', fromStatus: 'Draft', toStatus: 'Sent' },
      ...{ actorId: actor.accountId, organizationId: actor.organizationId, note: sending.note, reason: checked.reason },
    }),
    refreshRequest(database, referral.requestId),
    recordAudit(database, {
      ...{ actorId: actor.accountId, action: 'referral.send', subjectType: 'referral', subjectId: referral.id },
      detail: {
        consentId: consent.consentId,
        isConsentOverridden: consent.consentOverrideReason !== null,
        ...(consent.consentOverrideReason ? { overrideReason: consent.consentOverrideReason } : {}),
        recipientOrganizationId: recipient.id,
      },
    }),
    recordSharing(database, actor, referral, checked),
    publishReferral(database, sent),
    notifySent(database, product, sent, actor, stepId),
  ])
  if (consent.consentOverrideReason) await notifyOverridden(database, product, sent, actor, stepId)
  if (isInvited) await invite(database, product, actor, sent, recipient.name, person, stepId)
}
