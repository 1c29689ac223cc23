import { findCoveringConsent } from '#casework/clients/consent-policy.ts'
import { shortName } from '#casework/clients/contact-record.ts'
import { listConsents, type Reader, recordAccess } from '#casework/clients/server/clients-public.ts'
import { rulesAsShared } from '#casework/safe-contact/safe-contact-policy.ts'
import { findSafeContact } from '#casework/safe-contact/server/safe-contact-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ReferralRequest, ReferralRow } from '../referral.ts'
import { Referral } from '../referral-call.ts'
import type { Party } from '../referral-machine.ts'
import {
  endedBeforeConfirmation,
  endedWithoutHelp,
  isHeld,
  mayWorkOn,
  mayWriteMessage,
  offeredActions,
  partiesOf,
  type Visibility,
  visibilityOf,
} from '../referral-policy.ts'
import { sharingOf, takeSnapshot } from './check-sharing.ts'
import { findSending, findSendingUndo } from './delayed-sending.ts'
import { listSiblings, wasTaken } from './first-acceptance.ts'
import { getToConfirm } from './held-queries.ts'
import { needsNextTry } from './next-try.ts'
import { isOnlyTry } from './only-try.ts'
import { getSurroundings, listChildren, listSteps, type Surroundings } from './referral-detail-queries.ts'
import { findRecipient, findReferralRow, findRequest, type WholeReferral } from './referral-queries.ts'
import type { ReferralSendingRow } from './referrals-tables.ts'
import { showReferred } from './referred-people.ts'
import { findUndo } from './undo-step.ts'

const named = (id: string | null, name: string | null) => (id && name ? { id, name } : null)

const directContact = ({ contactFirstName, contactLastName, contactEmail }: ReferralRow) =>
  contactEmail ? { firstName: contactFirstName ?? '', lastName: contactLastName ?? '', email: contactEmail } : null

/** The consent of a referral: the recipient sees only whether it still covers this referral, and until when. */
async function consentOf(database: Database, row: ReferralRow, request: ReferralRequest, isSender: boolean) {
  const consent = row.consentId
    ? (await listConsents(database, request.contactId)).find(({ id }) => id === row.consentId)
    : undefined
  const recipient = consent && (await findRecipient(database, row.recipientOrganizationId))
  if (!consent || !recipient) return null
  const { scope, needs, expiresOn } = consent
  const isInForce = findCoveringConsent([consent], sharingOf(recipient, request.need)) !== undefined
  return { isInForce, expiresOn, ...(isSender ? { scope, needs } : {}) }
}

const nothingOfThePerson = {
  ...{ person: null, safeContact: null, contactId: null, note: null, consent: null },
  ...{ consentOverrideReason: null, consentOverrideText: null },
}

interface Sight {
  who: readonly Party[]
  visibility: Visibility
}

/**
 * The part about the person: the sender's draft shows the record as it would be shared; afterwards both see what was
 * shared.
 */
async function personPart(database: Database, row: ReferralRow, request: ReferralRequest, { who, visibility }: Sight) {
  if (visibility !== 'whole')
    return {
      ...nothingOfThePerson,
      personName: visibility === 'name' && row.snapshot ? shortName(row.snapshot) : null,
    }
  const isSender = who.includes('sender')
  const isRecorded = isSender && Boolean((await findContactRow(database, request.contactId))?.organizationId)
  const person = row.snapshot ?? (isRecorded ? await takeSnapshot(database, request.contactId) : null)
  return {
    person,
    safeContact: person && rulesAsShared(await findSafeContact(database, request.contactId), person),
    personName: person && shortName(person),
    contactId: isRecorded ? request.contactId : null,
    note: request.note,
    consent: await consentOf(database, row, request, isSender),
    consentOverrideReason: row.consentOverrideReason,
    consentOverrideText: isSender ? row.consentOverrideText : null,
  }
}

const directionOf = (who: readonly Party[]) =>
  who.includes('sender') ? (who.includes('recipient') ? 'internal' : 'outgoing') : 'incoming'

/** Steps that only the sender may see. */
const ofTheSender = ['draft', 'settle']

async function around(database: Database, row: ReferralRow, names: Surroundings, { who, visibility }: Sight) {
  const isSender = who.includes('sender')
  const [allSteps, children] = [await listSteps(database, row.id), await listChildren(database, row.id)]
  // Reasons and notes are free text about a person, hidden together with the person. The sender's drafting is visible
  // only to the sender.
  const steps = allSteps
    .filter((step) => isSender || !ofTheSender.includes(step.action))
    .map((step) => (visibility === 'whole' ? step : { ...step, reason: null, note: null }))
  const isReopened = children.some((child) => child.relation === 'reopen')
  return {
    steps,
    children: children.filter((child) => isSender || child.sentOn !== null).map(({ sentOn, ...child }) => child),
    isReopened,
    reopenRequest: reopenRequestOf(row, steps, isReopened),
    isWaitingForRegistration: isSender && row.status === 'Sent' && !names.recipientHasAccount,
    toConfirm:
      isSender && isHeld(row) && !endedBeforeConfirmation.includes(row.status)
        ? await getToConfirm(database, row)
        : null,
  }
}

function reopenRequestOf(row: ReferralRow, steps: Referral['steps'], isReopened: boolean): Referral['reopenRequest'] {
  const asked = steps.find((step) => step.action === 'askReopen')
  if (!asked) return null
  const answer = isReopened ? 'reopened' : row.reopenAnsweredOn ? 'declined' : 'waiting'
  return { askedOn: asked.createdOn, askedBy: asked.actorName, reason: asked.reason, answer }
}

/**
 * A referral as this account may see it; the access is recorded.
 * @throws 404 for third organizations, for drafts of others, and for those entered in error
 */
export async function getReferral(database: Database, actor: Actor, id: string): Promise<Referral> {
  const row = await findReferralRow(database, id)
  const who = row ? partiesOf(actor, row) : []
  const request = row && (await findRequest(database, row.requestId))
  if (!row || !request) throw problem('not-found')
  return showReferral(database, row, request, { who, reader: actor })
}

const secondsUntil = (on: string | null | undefined) => (on ? Math.max(0, Date.parse(on) - Date.now()) / 1000 : null)

const undoOf = (
  database: Database,
  referral: WholeReferral,
  sending: ReferralSendingRow | undefined,
  accountId: string,
) =>
  referral.status === 'Draft' ? findSendingUndo(database, sending, accountId) : findUndo(database, referral, accountId)

/** A referral as a reader with these parties may see it; the access is recorded. @throws 404 */
export async function showReferral(
  database: Database,
  row: ReferralRow,
  request: ReferralRequest,
  { who, reader, way = 'referral' }: { who: readonly Party[]; reader: Reader; way?: 'referral' | 'answer-link' },
): Promise<Referral> {
  const { id } = row
  const visibility = visibilityOf(who, row)
  if (visibility === 'nothing') throw problem('not-found')
  const aboutPerson = await personPart(database, row, request, { who, visibility })
  const isSender = who.includes('sender')
  const { shown, seen } = await showReferred(database, id, { isSender, visibility })
  if (aboutPerson.person) await recordAccess(database, reader, [request.contactId, ...seen], { way, referralId: id })
  const names = await getSurroundings(database, id, reader.accountId)
  const { isReopened, ...surroundings } = await around(database, row, names, { who, visibility })
  const { need, urgency, neededBy } = request
  const sending = isSender && row.status === 'Draft' ? await findSending(database, id) : undefined
  const isBeingSent = Boolean(sending?.sendsOn)
  const undo = reader.accountId ? await undoOf(database, { ...row, request }, sending, reader.accountId) : null
  // Parsed here, because the row contains more than its reader may see and not every response passes the route's schema
  // (a 409 does not).
  return Referral.parse({
    ...row,
    ...surroundings,
    ...aboutPerson,
    alsoFor: shown,
    ...(visibility === 'whole' ? {} : { reason: null, messageCount: 0, firstContactOn: null, firstContactBy: null }),
    visibility,
    mayWrite: mayWriteMessage(who, row),
    needsFirstContact: mayWorkOn(who, row) && row.firstContactOn === null,
    direction: directionOf(who),
    referringOrganization: { id: row.senderOrganizationId, name: names.senderName },
    referredToOrganization: { id: row.recipientOrganizationId, name: names.recipientName },
    directReferralContact: isSender ? directContact(row) : null,
    service: named(row.serviceId, names.serviceName),
    need,
    urgency,
    neededBy,
    createdBy: { id: row.createdBy, name: names.creatorName },
    directedTo: named(row.directedToId, names.directedToName),
    assignee: named(row.assigneeId, names.assigneeName),
    unreadCount: visibility === 'whole' ? names.unreadCount : 0,
    siblings: isSender ? await listSiblings(database, row) : [],
    isTaken: await wasTaken(database, row),
    needsNextTry: isSender && endedWithoutHelp.includes(row.status) && (await needsNextTry(database, id)),
    mayEdit: isSender && row.status === 'Draft' && !isBeingSent && (await isOnlyTry(database, row)),
    undo,
    sendsIn: secondsUntil(sending?.sendsOn),
    unsent: sending && !isBeingSent ? sending : null,
    actions: offeredActions({ ...row, isReopened }, who).filter((action) => (action === 'undo' ? undo : !isBeingSent)),
  })
}
