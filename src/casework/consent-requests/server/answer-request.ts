import { giveConsentByLink, listConsents, publishContact } from '#casework/clients/server/clients-public.ts'
import type { ConsentLanguage, ConsentTerms } from '#casework/consent-texts/consent-text.ts'
import { fillText, findPublishedText } from '#casework/consent-texts/server/consent-texts-public.ts'
import { deleteDeliveries } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { notifyKeepers } from '#casework/referral-notices/server/referral-notices-public.ts'
import { claimFile, reencodeImage, type UploadServices, uploadFile } from '#identity/files/server/files-public.ts'
import { getOrganizationName } from '#identity/organizations/server/organizations-public.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { InTransaction } from '#platform/server/database.ts'
import type { Log } from '#platform/server/log.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { ConsentRequestRow, OpenConsentRequest, RefuseCall, SignCall } from '../consent-request.ts'
import { consentRequestProblem } from './consent-request-problem.ts'
import { lockOpenRequest, type OpenRequest } from './open-consent-request.ts'

export type AnswerServices = UploadServices & { config: Config }

const termsOf = ({ scope, needs, recipientIds, expiresOn }: ConsentRequestRow): ConsentTerms => ({
  ...{ scope, needs, recipientIds, expiresOn },
})

/** The request as the person reads it; what was answered, in the language in which they answered. */
async function show(
  transaction: InTransaction,
  { request, organizationId }: OpenRequest,
  asked: ConsentLanguage,
): Promise<OpenConsentRequest> {
  const text = await findPublishedText(transaction, request.textId)
  if (!text) throw problem('not-found')
  const terms = termsOf(request)
  const language = request.answeredIn ?? asked
  const given = request.consentId
    ? (await listConsents(transaction, request.contactId)).find(({ id }) => id === request.consentId)
    : undefined
  return {
    ...{ terms, organizationName: await getOrganizationName(transaction, organizationId) },
    text: await fillText(transaction, text, { language, organizationId, terms }),
    ...{ answer: request.answer, answeredOn: request.answeredOn, refusalReason: request.refusalReason },
    signedName: given?.signedName ?? null,
  }
}

/** The request, for the person. @throws 404, 410, 409 consent-request-locked */
export const readRequest = (
  { database }: AnswerServices,
  code: string,
  { session, language }: { session: string; language: ConsentLanguage },
) =>
  database
    .transaction()
    .execute(async (transaction) => show(transaction, await lockOpenRequest(transaction, code, session), language))

/** Stores a drawn signature on behalf of who asked for it: whoever signs has no account. @throws 400 at `signature` */
async function storeSignature(
  services: AnswerServices,
  { askedBy }: ConsentRequestRow,
  drawn: string,
  log: Pick<Log, 'error'>,
) {
  if (!askedBy) throw fieldProblem('signature', 'type-your-name')
  const image = await reencodeImage(Buffer.from(drawn, 'base64'), ['image/png'])
  if ('mistake' in image) throw fieldProblem('signature', image.mistake)
  const upload = { accountId: askedBy, actorId: null, givenName: 'signature.png', ...image }
  return (await uploadFile(services, upload, log)).id
}

const sameSet = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort())

/** What is signed is what was asked for. @throws 409 consent-request-differs */
function requireSame(request: ConsentRequestRow, { textId, terms }: SignCall) {
  const isSame =
    textId === request.textId &&
    terms.scope === request.scope &&
    terms.expiresOn === request.expiresOn &&
    sameSet(terms.needs, request.needs) &&
    sameSet(terms.recipientIds, request.recipientIds)
  if (!isSame) throw consentRequestProblem('consent-request-differs')
}

interface Answer {
  answer: 'given' | 'refused'
  language: ConsentLanguage
  refusalReason?: string | null
  consentId?: string
}

/** Records an answer and notifies who asked. */
async function settle(
  transaction: InTransaction,
  config: Config,
  { request, organizationId, ...open }: OpenRequest,
  { answer, language, refusalReason = null, consentId }: Answer,
) {
  const { id, contactId, askedBy } = request
  const change = {
    ...{ answer, answeredOn: new Date().toISOString(), answeredIn: language, refusalReason },
    consentId: consentId ?? null,
  }
  await transaction.updateTable('consentRequest').set(change).where('id', '=', id).execute()
  await deleteDeliveries(transaction, [id])
  await notifyKeepers(transaction, config, {
    ...{ eventId: id, contactId, organizationId, actorId: null, askedBy },
    what: answer === 'given' ? 'consentGiven' : 'consentRefused',
  })
  await publishContact(transaction, contactId, organizationId)
  return show(transaction, { ...open, organizationId, request: { ...request, ...change } }, language)
}

/**
 * The person signs the text that they read. Repeating it changes nothing and shows what was signed.
 * @throws 404, 410; 409 consent-request-locked, -differs, or -answered after a refusal; 400 at the signature
 */
export async function signRequest(services: AnswerServices, code: string, call: SignCall, log: Pick<Log, 'error'>) {
  const { database, config } = services
  const { session, language } = call
  const { request: before } = await database
    .transaction()
    .execute((transaction) => lockOpenRequest(transaction, code, session))
  requireSame(before, call)
  if (!call.signedName && !call.signature) throw fieldProblem('signedName', 'signature-needed')
  // Its bytes go to the store first. If the answer fails, nothing uses it, and it is deleted after a day.
  const fileId = call.signature && !before.answer ? await storeSignature(services, before, call.signature, log) : null
  return database.transaction().execute(async (transaction) => {
    const open = await lockOpenRequest(transaction, code, session)
    const { request, organizationId } = open
    if (request.answer === 'given') return show(transaction, open, language)
    if (request.answer) throw consentRequestProblem('consent-request-answered')
    requireSame(request, call)
    if (fileId && request.askedBy) await claimFile(transaction, { fileId, accountId: request.askedBy })
    const today = [dayIn(config.timeZone), new Date().toISOString().slice(0, 10)].sort()[0] as string
    const consentId = await giveConsentByLink(transaction, {
      ...{ ...termsOf(request), contactId: request.contactId, organizationId, textId: request.textId, language },
      // In force at once, whatever the day is where the person reads it.
      ...{ givenOn: today, signedName: call.signedName || null, fileId },
    })
    return settle(transaction, config, open, { answer: 'given', language, consentId })
  })
}

/**
 * The person says no, with a word why if they like. Repeating it changes nothing.
 * @throws 404, 410; 409 consent-request-locked, or -answered after a signature
 */
export const refuseRequest = (services: AnswerServices, code: string, { session, language, reason }: RefuseCall) =>
  services.database.transaction().execute(async (transaction) => {
    const open = await lockOpenRequest(transaction, code, session)
    const { request } = open
    if (request.answer === 'refused') return show(transaction, open, language)
    if (request.answer) throw consentRequestProblem('consent-request-answered')
    await recordAudit(transaction, {
      ...{ actorId: null, action: 'consent.refuse', subjectType: 'contact', subjectId: request.contactId },
      detail: { requestId: request.id },
    })
    return settle(transaction, services.config, open, { answer: 'refused', language, refusalReason: reason || null })
  })
