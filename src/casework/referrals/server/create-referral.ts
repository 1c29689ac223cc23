import { randomUUID } from 'node:crypto'
import { maySeeContact } from '#casework/clients/contact-policy.ts'
import { lockConsents, lockServed } from '#casework/clients/server/clients-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { columnsOf } from '#platform/server/columns.ts'
import { type Database, prepared, runAct } from '#platform/server/database.ts'
import { fieldProblem, Problem, problem } from '#platform/server/problem.ts'
import { ReferralRequest, ReferralRow } from '../referral.ts'
import type { DirectReferralContact, NewReferral } from '../referral-call.ts'
import { noteGaps, readOverride } from './check-sharing.ts'
import { sendSoon } from './delayed-sending.ts'
import { findByCall, isTaken, lockCall } from './first-acceptance.ts'
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
import { refreshDraftText, setReferred } from './referred-people.ts'

type Sender = Actor & { organizationId: string }
type Where = { serviceId?: string | null; recipientOrganizationId?: string | null }

/** The destination of a referral: the given organization, or the one that offers the service. */
export async function findDestination(
  database: Database,
  chooser: Pick<Actor, 'organizationId'>,
  { serviceId, recipientOrganizationId }: Where,
): Promise<Destination> {
  const service = serviceId ? await findService(database, serviceId) : undefined
  if (serviceId && !service) throw fieldProblem('serviceId', 'unknown-service')
  const organizationId = recipientOrganizationId ?? service?.organizationId
  if (!organizationId) throw fieldProblem('recipientOrganizationId', 'organization-required')
  if (service && service.organizationId !== organizationId)
    throw fieldProblem('serviceId', 'service-of-other-organization')
  if (!(await findChoosable(database, organizationId, chooser.organizationId)))
    throw fieldProblem('recipientOrganizationId', 'unknown-organization')
  return { recipientOrganizationId: organizationId, serviceId: service?.id ?? null }
}

export const contactColumns = (contact: DirectReferralContact | null | undefined) => ({
  contactFirstName: contact?.firstName ?? null,
  contactLastName: contact?.lastName ?? null,
  contactEmail: contact?.email ?? null,
})

type Parts = Pick<NewReferral, 'contactId' | 'serviceId' | 'recipientOrganizationId' | 'directedToId'>

/** Checks the person, the destination and the addressee of a referral. @returns the destination */
export async function readParts(database: Database, actor: Actor, given: Parts) {
  const [contact, destination] = await Promise.all([
    findContactRow(database, given.contactId),
    // Its error is thrown after that of the person.
    findDestination(database, actor, given).catch((error: unknown) => {
      if (error instanceof Problem) return error
      throw error
    }),
  ])
  if (!contact || !maySeeContact(actor, contact)) throw fieldProblem('contactId', 'unknown-person')
  if (destination instanceof Problem) throw destination
  const { directedToId } = given
  if (directedToId && !(await isCaseworkerOf(database, directedToId, destination.recipientOrganizationId)))
    throw fieldProblem('directedToId', 'unknown-person')
  return destination
}

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
  { id, requestId, destination }: { id: string; requestId: string; destination: Destination },
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
}

/**
 * Makes one referral for a request, in the caller's transaction.
 * @returns its ID, its request, and `send`, which sends it if the call says so
 */
async function makeTry(
  database: Database,
  product: Product,
  actor: Sender,
  given: NewReferral,
  { destination, request: known, isFirst, batchId }: Try,
) {
  const id = randomUUID()
  const requestId = known?.id ?? randomUUID()
  // The note of a request is for its first recipients. The note of another try belongs to that referral's own history.
  const note = isFirst ? null : given.note
  const hasText = !given.send || product.sendUndoSeconds > 0
  // Sent together, in this order.
  const [request, row] = await Promise.all([
    known ?? insertRequest(database, actor, given, requestId),
    insertReferral(database, actor, given, { id, requestId, destination }),
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
    hasText && !given.alsoForIds.length && refreshDraftText(database, id),
  ])
  if (given.alsoForIds.length) {
    await setReferred(database, id, given.contactId, given.alsoForIds)
    if (hasText) await refreshDraftText(database, id)
  }
  const send = async () => {
    if (!given.send) return
    const { intakeReason } = given
    const sending = { batchId, isNew: true, override: readOverride(given), note, intakeReason }
    await sendSoon(database, product, actor, { ...row, request }, sending)
  }
  return { id, request, send }
}

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

/**
 * Creates a referral for a person of the actor's organization, as a draft or sent immediately; and one for each further
 * recipient who is asked at the same time. Safe to repeat with the same `callId`. @returns the ID of the first
 */
export const createReferral = (
  { database, config }: ReferralServices,
  actor: Sender,
  given: NewReferral,
): Promise<string> =>
  runAct(database, async (transaction) => {
    if (given.callId) {
      const [, made] = await Promise.all([
        lockCall(transaction, given.callId),
        findByCall(transaction, actor.accountId, given.callId),
      ])
      if (made) return made
    }
    const [, destination] = await Promise.all([
      // Before the need and the person's record, as in `lockCase`.
      given.send && lockConsents(transaction, [given.contactId, ...given.alsoForIds]),
      readParts(transaction, actor, given),
    ])
    const { requestId } = given
    const known = requestId ? await readRequest(transaction, actor, requestId, given) : { request: null, isFirst: true }
    const { isFirst } = known
    if (!given.send) await lockPeople(transaction, actor, given)
    const batchId = randomUUID()
    const first = { ...known, batchId, destination }
    const { id, request, send } = await makeTry(transaction, config, actor, given, first)
    const { tryOne, throwFirst } = noteGaps()
    await tryOne(send, undefined)
    const chosen = [destination]
    for (const [index, other] of given.alsoTo.entries()) {
      const sendOther = async () => {
        const next = await readParts(transaction, actor, { ...other, contactId: given.contactId })
        if (chosen.some(isSameDestination(next))) throw fieldProblem('recipientOrganizationId', 'chosen-already')
        chosen.push(next)
        const { directedToId, directReferralContact, intakeReason } = other
        const another = { ...given, directedToId, directReferralContact, intakeReason, callId: null }
        const made = await makeTry(transaction, config, actor, another, {
          request,
          isFirst,
          batchId,
          destination: next,
        })
        await made.send()
      }
      await tryOne(() => atRecipient(index, sendOther), undefined)
    }
    throwFirst()
    return id
  })

/** The referral that this transaction just created. */
export async function locked(database: Database, id: string): Promise<WholeReferral> {
  const referral = await lockReferral(database, id)
  if (!referral) throw problem('not-found')
  return referral
}
