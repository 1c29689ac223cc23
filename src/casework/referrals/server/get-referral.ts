import { findCoveringConsent } from '#casework/clients/consent-policy.ts'
import { shortName } from '#casework/clients/contact-record.ts'
import { listConsents, type Reader, recordAccess } from '#casework/clients/server/clients-public.ts'
import { rulesAsShared } from '#casework/safe-contact/safe-contact-policy.ts'
import { findSafeContact } from '#casework/safe-contact/server/safe-contact-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { type Database, onOneConnection } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ReferralRequest, ReferralRow, SharedPerson } from '../referral.ts'
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
  waitsByLink,
} from '../referral-policy.ts'
import { sharingOf, takeSnapshot } from './check-sharing.ts'
import { findSendingUndo, listUndoneWith } from './delayed-sending.ts'
import { findTaker, listSiblings, wasTaken } from './first-acceptance.ts'
import { getToConfirm } from './held-queries.ts'
import { needsNextTry } from './next-try.ts'
import { isOnlyTry } from './only-try.ts'
import { getSurroundings, listChildren, listSteps } from './referral-detail-queries.ts'
import { findRecipient, findReferralRow, findRequestOf, type WholeReferral } from './referral-queries.ts'
import type { ReferralSendingRow } from './referrals-tables.ts'
import { showReferred } from './referred-people.ts'
import { findUndo } from './undo-step.ts'

const named = (id: string | null, name: string | null) => (id && name ? { id, name } : null)

const directContact = ({ contactFirstName, contactLastName, contactEmail }: ReferralRow) =>
  contactEmail ? { firstName: contactFirstName ?? '', lastName: contactLastName ?? '', email: contactEmail } : null

/** The consent of a referral: the recipient sees only whether it still covers this referral, and until when. */
async function consentOf(database: Database, row: ReferralRow, request: ReferralRequest, isSender: boolean) {
  if (!row.consentId) return null
  const [consents, recipient] = await Promise.all([
    listConsents(database, request.contactId),
    findRecipient(database, row.recipientOrganizationId),
  ])
  const consent = consents.find(({ id }) => id === row.consentId)
  if (!consent || !recipient) return null
  const { scope, needs, expiresOn } = consent
  const isInForce = findCoveringConsent([consent], sharingOf(recipient, request.need)) !== undefined
  return { isInForce, expiresOn, ...(isSender ? { scope, needs } : {}) }
}

const nothingOfThePerson = {
  ...{ person: null, safeContact: null, contactId: null, note: null, consent: null },
  ...{ consentOverrideReason: null, consentOverrideText: null },
}

interface ReaderSide {
  who: readonly Party[]
  visibility: Visibility
  /** of a draft for a new need that was just made: its person, who is the only one */
  onlyPerson?: SharedPerson | null
}

/**
 * The part about the person: the sender's draft shows the record as it would be shared; afterwards both see what was
 * shared.
 */
async function personPart(
  database: Database,
  row: ReferralRow,
  request: ReferralRequest,
  { who, visibility, onlyPerson }: ReaderSide,
) {
  if (visibility !== 'whole')
    return {
      ...nothingOfThePerson,
      personName: visibility === 'name' && row.snapshot ? shortName(row.snapshot) : null,
    }
  const isSender = who.includes('sender')
  const [isRecorded, safeContact, consent] = await Promise.all([
    Boolean(onlyPerson) ||
      (isSender && findContactRow(database, request.contactId).then((contact) => Boolean(contact?.organizationId))),
    findSafeContact(database, request.contactId),
    consentOf(database, row, request, isSender),
  ])
  const person = row.snapshot ?? onlyPerson ?? (isRecorded ? await takeSnapshot(database, request.contactId) : null)
  return {
    person,
    safeContact: person && rulesAsShared(safeContact, person),
    personName: person && shortName(person),
    contactId: isRecorded ? request.contactId : null,
    note: request.note,
    consent,
    consentOverrideReason: row.consentOverrideReason,
    consentOverrideText: isSender ? row.consentOverrideText : null,
  }
}

const directionOf = (who: readonly Party[]) =>
  who.includes('sender') ? (who.includes('recipient') ? 'internal' : 'outgoing') : 'incoming'

/** Steps that only the sender may see. */
const ofTheSender = ['draft', 'settle']

async function around(
  database: Database,
  row: ReferralRow,
  { who, visibility, onlyPerson }: ReaderSide,
  accountId: string | null,
) {
  const isSender = who.includes('sender')
  const mayConfirm = isSender && isHeld(row) && !endedBeforeConfirmation.includes(row.status)
  const [names, allSteps, children, toConfirm] = await Promise.all([
    getSurroundings(database, row.id, accountId),
    listSteps(database, row.id),
    onlyPerson ? [] : listChildren(database, row.id),
    mayConfirm ? getToConfirm(database, row) : null,
  ])
  // Reasons and notes are free text about a person, hidden together with the person. The sender's drafting is visible
  // only to the sender.
  const steps = allSteps
    .filter((step) => isSender || !ofTheSender.includes(step.action))
    .map((step) => (visibility === 'whole' ? step : { ...step, reason: null, note: null }))
  const isReopened = children.some((child) => child.relation === 'reopen')
  const surroundings = {
    steps,
    children: children.filter((child) => isSender || child.sentOn !== null).map(({ sentOn, ...child }) => child),
    isReopened,
    reopenRequest: reopenRequestOf(row, steps, isReopened),
    isWaitingForRegistration: isSender && waitsByLink(row) && !names.recipientHasAccount,
    toConfirm,
  }
  return { names, surroundings }
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
export const getReferral = (database: Database, actor: Actor, id: string): Promise<Referral> =>
  onOneConnection(database, async (one) => {
    const [row, request] = await Promise.all([findReferralRow(one, id), findRequestOf(one, id)])
    if (!row || !request) throw problem('not-found')
    return showReferral(one, row, request, { who: partiesOf(actor, row), reader: actor })
  })

const secondsUntil = (on: string | null | undefined) => (on ? Math.max(0, Date.parse(on) - Date.now()) / 1000 : null)

/** How a draft is on its way, and what its reader can undo. */
async function undoOf(database: Database, referral: WholeReferral, isSender: boolean, accountId: string | null) {
  const isDraft = referral.status === 'Draft'
  const { sending, undo: undoSending } =
    isSender && isDraft ? await findSendingUndo(database, referral.id, accountId) : { undo: null }
  const others =
    accountId && sending && !sending.sendsOn && !sending.refused
      ? (await listUndoneWith(database, referral.id, accountId)).length
      : 0
  if (!accountId) return { sending, others, undo: null }
  const undo = isDraft ? undoSending : await findUndo(database, referral, accountId)
  return { sending, others, undo }
}

/** What a colleague stated about consent is not the reader's statement. */
const ownReasons = (sending: ReferralSendingRow, accountId: string | null) =>
  sending.accountId === accountId ? sending : { ...sending, consentOverrideReason: null, consentOverrideText: null }

/** A referral as a reader with these parties may see it; the access is recorded. @throws 404 */
export async function showReferral(
  database: Database,
  row: ReferralRow,
  request: ReferralRequest,
  {
    who,
    reader,
    way = 'referral',
    onlyPerson = null,
  }: Omit<ReaderSide, 'visibility'> & { reader: Reader; way?: 'referral' | 'answer-link' },
): Promise<Referral> {
  const { id } = row
  const visibility = visibilityOf(who, row)
  if (visibility === 'nothing') throw problem('not-found')
  const isSender = who.includes('sender')
  const isDraft = row.status === 'Draft'
  const side = { who, visibility, onlyPerson }
  const record = (contactIds: string[]) => recordAccess(database, reader, contactIds, { way, referralId: id })
  // The part about people, with what the access log says of it.
  const readPeople = async () => {
    const [aboutPerson, { shown, seen }] = await Promise.all([
      personPart(database, row, request, side),
      onlyPerson ? { shown: [], seen: [] } : showReferred(database, id, { isSender, visibility }),
      onlyPerson && record([request.contactId]),
    ])
    if (aboutPerson.person && !onlyPerson) await record([request.contactId, ...seen])
    return { aboutPerson, alsoFor: shown }
  }
  // Sent together: what is read does not depend on each other.
  const [
    { aboutPerson, alsoFor },
    { names, surroundings: all },
    { sending, others, undo },
    siblings,
    isTaken,
    isWaiting,
    isOnly,
    takenBy,
  ] = await Promise.all([
    readPeople(),
    around(database, row, side, reader.accountId),
    undoOf(database, { ...row, request }, isSender, reader.accountId),
    isSender && !onlyPerson ? listSiblings(database, row) : [],
    wasTaken(database, row),
    isSender && endedWithoutHelp.includes(row.status) && needsNextTry(database, id),
    onlyPerson !== null || (isSender && isDraft && isOnlyTry(database, row)),
    isSender && isDraft && !onlyPerson ? findTaker(database, row) : null,
  ])
  const { isReopened, ...surroundings } = all
  const { need, urgency, neededBy } = request
  const isBeingSent = Boolean(sending?.sendsOn)
  // Parsed here, because the row contains more than its reader may see and not every response passes the route's schema
  // (a 409 does not).
  return Referral.parse({
    ...row,
    ...surroundings,
    ...aboutPerson,
    alsoFor,
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
    siblings,
    isTaken,
    needsNextTry: isWaiting,
    mayEdit: !isBeingSent && isOnly,
    undo,
    sendsIn: secondsUntil(sending?.sendsOn),
    unsent:
      sending && !isBeingSent
        ? {
            ...ownReasons(sending, reader.accountId),
            others,
            takenBy: sending.refused === 'need-taken' ? takenBy : null,
          }
        : null,
    actions: offeredActions({ ...row, isReopened }, who).filter((action) => (action === 'undo' ? undo : !isBeingSent)),
  })
}
