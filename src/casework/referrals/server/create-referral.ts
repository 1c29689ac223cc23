import { randomUUID } from 'node:crypto'
import { maySeeContact } from '#casework/clients/contact-policy.ts'
import { lockConsents, lockServed } from '#casework/clients/server/clients-public.ts'
import { findContactRow, lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { columnsOf } from '#platform/server/columns.ts'
import { type Database, type InTransaction, prepared, runAct } from '#platform/server/database.ts'
import { asProblem, fieldProblem, Problem, problem } from '#platform/server/problem.ts'
import { ReferralRequest, ReferralRow } from '../referral.ts'
import type { DirectReferralContact, NewReferral, Referral } from '../referral-call.ts'
import { partiesOf } from '../referral-policy.ts'
import { collectGaps, readOverride, snapshotOf } from './check-sharing.ts'
import { sendNewSoon } from './delayed-sending.ts'
import { findByCall, isTaken, lockCall } from './first-acceptance.ts'
import { getReferral, showReferral } from './get-referral.ts'
import { hasNoTry, lockTries } from './only-try.ts'
import type { Product, ReferralServices } from './referral-context.ts'
import { referralProblem } from './referral-problem.ts'
import {
  type Destination,
  findChoosable,
  findRequest,
  findService,
  insertStep,
  isCaseworkerOf,
  isSameDestination,
  lockReferral,
  type WholeReferral,
} from './referral-queries.ts'
import { newDraftText, refreshDraftText, setReferred } from './referred-people.ts'
import { type FoundForSending, readAboutSending } from './send-referral.ts'

type Sender = Actor & { organizationId: string }
type Where = { serviceId?: string | null; recipientOrganizationId?: string | null }

/** The destination of a referral: the given organization, or the one that offers the service; and its recipient. */
async function readDestination(
  database: Database,
  chooser: Pick<Actor, 'organizationId'>,
  { serviceId, recipientOrganizationId }: Where,
) {
  const choose = (id: string) => findChoosable(database, id, chooser.organizationId)
  const [service, chosen] = await Promise.all([
    serviceId ? findService(database, serviceId) : undefined,
    recipientOrganizationId ? choose(recipientOrganizationId) : undefined,
  ])
  if (serviceId && !service) throw fieldProblem('serviceId', 'unknown-service')
  const organizationId = recipientOrganizationId ?? service?.organizationId
  if (!organizationId) throw fieldProblem('recipientOrganizationId', 'organization-required')
  if (service && service.organizationId !== organizationId)
    throw fieldProblem('serviceId', 'service-of-other-organization')
  const recipient = recipientOrganizationId ? chosen : await choose(organizationId)
  if (!recipient) throw fieldProblem('recipientOrganizationId', 'unknown-organization')
  return { recipient, destination: { recipientOrganizationId: organizationId, serviceId: service?.id ?? null } }
}

/** The destination of a referral. @throws 400 */
export const findDestination = async (
  database: Database,
  chooser: Pick<Actor, 'organizationId'>,
  where: Where,
): Promise<Destination> => (await readDestination(database, chooser, where)).destination

export const contactColumns = (contact: DirectReferralContact | null | undefined) => ({
  contactFirstName: contact?.firstName ?? null,
  contactLastName: contact?.lastName ?? null,
  contactEmail: contact?.email ?? null,
})

type Parts = Pick<NewReferral, 'contactId' | 'serviceId' | 'recipientOrganizationId' | 'directedToId'>

/**
 * Checks the person, the destination and the addressee of a referral.
 * @param findPerson reads their record, or locks it too
 */
export async function readParts(database: Database, actor: Actor, given: Parts, findPerson = findContactRow) {
  const [person, found] = await Promise.all([
    findPerson(database, given.contactId),
    // Its error is thrown after that of the person.
    readDestination(database, actor, given).catch(asProblem),
  ])
  if (!person || !maySeeContact(actor, person)) throw fieldProblem('contactId', 'unknown-person')
  if (found instanceof Problem) throw found
  const { directedToId } = given
  if (directedToId && !(await isCaseworkerOf(database, directedToId, found.destination.recipientOrganizationId)))
    throw fieldProblem('directedToId', 'unknown-person')
  return { person, ...found }
}

/**
 * Locks and reads what a new referral for a new need is checked with. Nobody else can wait for a new need, so the
 * record of its person can be locked at once.
 */
async function readNew(database: Database, product: Product, actor: Sender, given: NewReferral) {
  const { contactId, serviceId = null, recipientOrganizationId } = given
  const readsEarly = given.send && !given.requestId && !given.alsoForIds.length && recipientOrganizationId
  const [consents, { person, recipient, destination }, about] = await Promise.all([
    // Before the need and the person's record, as in `lockCase`.
    given.send ? lockConsents(database, [contactId, ...given.alsoForIds]) : [],
    readParts(database, actor, given, readsEarly ? lockShared : findContactRow),
    readsEarly
      ? readAboutSending(database, product, { contactId, serviceId, recipientOrganizationId, isBySender: true })
      : null,
  ])
  const isInside = recipient.id === actor.organizationId
  const found = about && { ...about, held: person, referred: [], recipient, consents: isInside ? null : consents }
  return { destination, found }
}
const lockShared = (database: Database, id: string) => lockContact(database, id, 'share')

/** The request of another try; details of one that nobody was asked to meet yet are those of its first referral. */
async function readRequest(database: Database, actor: Actor, requestId: string, given: NewReferral) {
  const { contactId, need, urgency, neededBy = null, note = null } = given
  await lockTries(database, requestId)
  const request = await findRequest(database, requestId)
  if (request?.organizationId !== actor.organizationId || request.contactId !== contactId)
    throw fieldProblem('requestId', 'unknown-request')
  const isFirst = await hasNoTry(database, requestId)
  if (isFirst)
    await database
      .updateTable('referralRequest')
      .set({ need, urgency, neededBy, note, changedOn: new Date().toISOString() })
      .where('id', '=', requestId)
      .execute()
  if (await isTaken(database, requestId)) throw referralProblem('need-taken')
  return { request: isFirst ? { ...request, need, urgency, neededBy, note } : request, isFirst }
}

const insertRequest = (
  database: Database,
  actor: Sender,
  { contactId, need, urgency, neededBy = null, note = null }: NewReferral,
  id: string,
): Promise<ReferralRequest> =>
  database
    .insertInto('referralRequest')
    .values({
      ...{ id, contactId, need, urgency, neededBy, note },
      organizationId: actor.organizationId,
      createdBy: actor.accountId,
    })
    .returning(columnsOf(ReferralRequest))
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()

const insertReferral = (
  database: Database,
  actor: Sender,
  { directReferralContact, directedToId, callId }: NewReferral,
  {
    id,
    requestId,
    destination,
    hasText,
  }: { id: string; requestId: string; destination: Destination; hasText: boolean },
) =>
  database
    .insertInto('referral')
    .values({
      ...destination,
      ...contactColumns(directReferralContact),
      ...{ id, requestId, directedToId, callId: callId ?? null },
      senderOrganizationId: actor.organizationId,
      createdBy: actor.accountId,
      statusChangedBy: actor.accountId,
      ...(hasText
        ? { searchText: newDraftText(requestId, { ...destination, senderOrganizationId: actor.organizationId }) }
        : {}),
    })
    .returning(columnsOf(ReferralRow))
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow() as Promise<ReferralRow>

interface Try {
  destination: Destination
  /** null: the first referral makes it */
  request: ReferralRequest | null
  isFirst: boolean
  batchId: string
  found?: FoundForSending | null
}

/**
 * Makes one referral for a request, in the caller's transaction.
 * @returns its rows, and `send`, which sends it if the call says so; both can be waited for together
 */
function makeTry(
  database: Database,
  product: Product,
  actor: Sender,
  given: NewReferral,
  { destination, request: known, isFirst, batchId, found = null }: Try,
) {
  const id = randomUUID()
  const requestId = known?.id ?? randomUUID()
  // The note of a request is for its first recipients. The note of another try belongs to that referral's own history.
  const note = isFirst ? null : given.note
  const hasText = isKept(given, product)
  const isAlone = !given.alsoForIds.length
  // Sent together, in this order.
  const rows = Promise.all([
    known ?? insertRequest(database, actor, given, requestId),
    insertReferral(database, actor, given, { id, requestId, destination, hasText: hasText && isAlone }),
    insertStep(database, {
      referralId: id,
      action: 'draft',
      fromStatus: null,
      toStatus: 'Draft',
      actorId: actor.accountId,
      organizationId: actor.organizationId,
      note: given.send && product.sendUndoSeconds === 0 ? null : note,
    }),
    recordAudit(database, {
      ...{ actorId: actor.accountId, action: 'referral.draft', subjectType: 'referral', subjectId: id },
    }),
  ])
  const write = async (): Promise<WholeReferral> => {
    const [request, row] = await rows
    if (!isAlone) {
      await setReferred(database, id, given.contactId, given.alsoForIds)
      if (hasText) await refreshDraftText(database, id)
    }
    return { ...row, request }
  }
  const written = write()
  const send = async () => {
    if (!given.send) return
    const { contactId, need, intakeReason } = given
    // What was read before the rows are written is checked meanwhile.
    const draft = found
      ? {
          ...{ id, ...destination, ...contactColumns(given.directReferralContact), request: { contactId, need } },
          ...{ senderOrganizationId: actor.organizationId, sentOn: null, recipientConfirmedOn: null },
        }
      : await written
    const sending = { batchId, override: readOverride(given), note, intakeReason, found }
    await sendNewSoon(database, product, actor, draft, () => written, sending)
  }
  return { written, send }
}

/** Whether the call leaves a draft, also one that waits until it is sent. */
const isKept = (given: NewReferral, product: Product) => !given.send || product.sendUndoSeconds > 0

/** Locks the people of a draft, so that an erasure takes it along or comes first; sending locks them itself. */
export async function lockPeople(
  database: Database,
  actor: Actor,
  { contactId, alsoForIds }: Pick<NewReferral, 'contactId' | 'alsoForIds'>,
) {
  for (const id of [...new Set([contactId, ...alsoForIds])].sort()) {
    const person = await lockServed(database, actor, id)
    if (!person && id === contactId) throw fieldProblem('contactId', 'unknown-person')
  }
}

/** Says at which of several recipients something is wrong. */
async function atRecipient<Result>(index: number, act: () => Promise<Result>) {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const errors = error.errors.map(({ path, message }) => ({ path: `alsoTo.${index}.${path}`, message }))
    throw new Problem(error.code, error, { errors, extra: error.extra })
  }
}

/** The referral that an earlier call with the same name made; the same call at the same moment waits. */
const findMade = async (database: Database, actor: Sender, callId: string) =>
  (await Promise.all([lockCall(database, callId), findByCall(database, actor.accountId, callId)]))[1]

/**
 * Creates a referral for a person of the actor's organization, as a draft or sent immediately; and one for each further
 * recipient who is asked at the same time. Safe to repeat with the same `callId`.
 * @returns the first, as the actor sees it
 */
export const createReferral = ({ database, config }: ReferralServices, actor: Sender, given: NewReferral) =>
  runAct(database, (transaction) => makeAll(transaction, config, actor, given))

async function makeAll(
  transaction: InTransaction,
  config: Product,
  actor: Sender,
  given: NewReferral,
): Promise<Referral> {
  const [made, read] = await Promise.all([
    given.callId ? findMade(transaction, actor, given.callId) : null,
    readNew(transaction, config, actor, given).catch(asProblem),
  ])
  if (made) return getReferral(transaction, actor, made)
  if (read instanceof Problem) throw read
  const { destination, found } = read
  const { requestId } = given
  const known = requestId ? await readRequest(transaction, actor, requestId, given) : { request: null, isFirst: true }
  const { isFirst } = known
  if (!given.send) await lockPeople(transaction, actor, given)
  const batchId = randomUUID()
  const { written, send } = makeTry(transaction, config, actor, given, { ...known, batchId, destination, found })
  const { tryOne, throwFirst } = collectGaps()
  const [{ request, ...row }] = await Promise.all([written, tryOne(send, undefined)])
  const chosen = [destination]
  for (const [index, other] of given.alsoTo.entries()) {
    const sendOther = async () => {
      const { destination: next } = await readParts(transaction, actor, { ...other, contactId: given.contactId })
      if (chosen.some(isSameDestination(next))) throw fieldProblem('recipientOrganizationId', 'chosen-already')
      chosen.push(next)
      const { directedToId, directReferralContact, intakeReason } = other
      const another = { ...given, directedToId, directReferralContact, intakeReason, callId: null }
      const one = makeTry(transaction, config, actor, another, { request, isFirst, batchId, destination: next })
      await Promise.all([one.written, one.send()])
    }
    await tryOne(() => atRecipient(index, sendOther), undefined)
  }
  throwFirst()
  if (!isKept(given, config)) return getReferral(transaction, actor, row.id)
  const onlyPerson = found && !given.alsoTo.length ? snapshotOf(found.held, found.phones) : null
  return showReferral(transaction, row, request, { who: partiesOf(actor, row), reader: actor, onlyPerson })
}

/** The referral that this transaction just created. */
export async function locked(database: Database, id: string): Promise<WholeReferral> {
  const referral = await lockReferral(database, id)
  if (!referral) throw problem('not-found')
  return referral
}
