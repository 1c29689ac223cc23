import { sql } from 'kysely'
import {
  checkConsentTerms,
  getServedPerson,
  publishContact,
  recordReading,
} from '#casework/clients/server/clients-public.ts'
import { findPublishedText } from '#casework/consent-texts/server/consent-texts-public.ts'
import type { LinkWay } from '#casework/intake-links/intake-link.ts'
import {
  type LinkProduct,
  linkMessage,
  linkWords,
  newLink,
  sendLink,
} from '#casework/intake-links/server/intake-links-public.ts'
import { deleteDeliveries } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { dayAt, startOfDayAt } from '#platform/schema/zone-time.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import { ConsentRequestRow, type NewConsentRequest, type SendAgainCall, standingOf } from '../consent-request.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import { consentRequestProblem } from './consent-request-problem.ts'
import { listShownRequests } from './consent-request-queries.ts'

const texts = createTexts({ en, es })

const consentLink = linkMessage('consent-link')

interface Services {
  database: Database
  config: LinkProduct & Pick<Config, 'timeZone'>
}

/** A new code; it works for seven days, and not after the consent that it asks for would end. */
function newCode(expiresOn: string | null, timeZone: string) {
  const { code, expiresOn: usual } = newLink()
  const last = expiresOn ? startOfDayAt(expiresOn, timeZone, 1) - 1000 : Number.POSITIVE_INFINITY
  return { code, linkExpiresOn: new Date(Math.min(usual.getTime(), last)) }
}

interface Sending {
  requestId: string
  sends: number
  contactId: string
  code: string
  linkExpiresOn: Date
  way: LinkWay
  language: Language
}

/** Sends the link, in words that name neither the person nor the matter. @returns its address if it is to be copied */
async function send(transaction: InTransaction, product: LinkProduct, actor: Actor, sending: Sending) {
  const { requestId, sends, contactId, code, linkExpiresOn, way, language } = sending
  const url = `${product.publicUrl}/c/${code}`
  await sendLink(transaction, product, actor, {
    ...{ way, language, contactId, url, words: linkWords(texts(language), product, url) },
    ...{ expiresOn: linkExpiresOn, kind: consentLink, key: `consent-link:${requestId}:${sends}` },
    link: { linkId: requestId, page: 'people', pageId: contactId },
  })
  return way.channel === 'copy' ? url : null
}

const audit = (actor: Actor, action: string, contactId: string, detail: Record<string, unknown>) => ({
  ...{ actorId: actor.accountId, action, subjectType: 'contact', subjectId: contactId, detail },
})

/** Rejects a consent that would end before today. */
function checkEnd(expiresOn: string | null, timeZone: string) {
  if (expiresOn && expiresOn < dayAt(timeZone, Date.now())) throw fieldProblem('expiresOn', 'end-in-past')
}

/**
 * Asks a person for their consent by a link. Repeating the call asks once; its answer then holds no address.
 * @throws 404; 400 at `way` if no birth date is on record, at `textId` and at the terms; 409 contact-unsafe and 429
 * too-many-messages at `way.to`
 */
export const askConsent = ({ database, config }: Services, actor: Actor, contactId: string, call: NewConsentRequest) =>
  database.transaction().execute(async (transaction) => {
    // An erasure either waits for this lock, or has already removed the organization from the record.
    await lockContact(transaction, contactId, 'share')
    const person = await getServedPerson(transaction, actor, contactId)
    const { id, textId, scope, needs, expiresOn, way, language } = call
    if (!person.birthDate) throw fieldProblem('way', 'birth-date-missing')
    await checkConsentTerms(transaction, actor, call)
    checkEnd(expiresOn, config.timeZone)
    if (!(await findPublishedText(transaction, textId))) throw fieldProblem('textId', 'unknown-text')
    const { code, linkExpiresOn } = newCode(expiresOn, config.timeZone)
    const recipientIds = scope === 'network' ? [] : [...new Set(call.recipientIds)]
    const added = await transaction
      .insertInto('consentRequest')
      .values({
        ...{ id, contactId, textId, scope, needs, recipientIds, expiresOn, language },
        ...{ askedBy: actor.accountId, channel: way.channel, codeHash: hashCode(code) },
        linkExpiresOn: linkExpiresOn.toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    const items = () => listShownRequests(transaction, contactId)
    if (!added) return { url: null, items: await items() }
    await recordAudit(
      transaction,
      audit(actor, 'consent.ask', contactId, { requestId: id, channel: way.channel, textId }),
    )
    const sending = { requestId: id, sends: 1, contactId, code, linkExpiresOn, way, language }
    const url = await send(transaction, config, actor, sending)
    await publishContact(transaction, contactId, person.organizationId)
    return { url, items: await items() }
  })

async function lockRequest(transaction: InTransaction, contactId: string, id: string) {
  const request = await transaction
    .selectFrom('consentRequest')
    .select(columnsOf(ConsentRequestRow))
    .where('id', '=', id)
    .where('contactId', '=', contactId)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw problem('not-found')
  return request as ConsentRequestRow
}

/**
 * Sends a new link for a request without an answer; the earlier one then leads nowhere. A repeated call sends nothing.
 * @throws 404, 409 consent-request-answered, and as `askConsent` at `way.to`
 */
export const sendAgain = (
  { database, config }: Services,
  actor: Actor,
  { contactId, requestId }: { contactId: string; requestId: string },
  { way, language, sends }: SendAgainCall,
) =>
  database.transaction().execute(async (transaction) => {
    const person = await getServedPerson(transaction, actor, contactId)
    const request = await lockRequest(transaction, contactId, requestId)
    if (request.answer || request.withdrawnOn) throw consentRequestProblem('consent-request-answered')
    if (request.sends !== sends) return { url: null, items: await listShownRequests(transaction, contactId) }
    checkEnd(request.expiresOn, config.timeZone)
    const { code, linkExpiresOn } = newCode(request.expiresOn, config.timeZone)
    await transaction
      .updateTable('consentRequest')
      .set({
        ...{ language, channel: way.channel, codeHash: hashCode(code), sends: sends + 1, triesLeft: 5 },
        formerCodes: sql<string[]>`former_codes || code_hash`,
        ...{ sentOn: new Date().toISOString(), linkExpiresOn: linkExpiresOn.toISOString() },
        ...{ sessionHash: null, sessionExpiresOn: null },
      })
      .where('id', '=', requestId)
      .execute()
    await recordAudit(transaction, audit(actor, 'consent.askAgain', contactId, { requestId, channel: way.channel }))
    const sending = { requestId, sends: sends + 1, contactId, code, linkExpiresOn, way, language }
    const url = await send(transaction, config, actor, sending)
    await publishContact(transaction, contactId, person.organizationId)
    return { url, items: await listShownRequests(transaction, contactId) }
  })

/** Withdraws a request, and invalidates its link. Safe to repeat. @throws 404, 409 consent-request-answered */
export const takeBack = (database: Database, actor: Actor, contactId: string, requestId: string) =>
  database.transaction().execute(async (transaction) => {
    const person = await getServedPerson(transaction, actor, contactId)
    const request = await lockRequest(transaction, contactId, requestId)
    if (request.answer) throw consentRequestProblem('consent-request-answered')
    if (standingOf(request) !== 'withdrawn') {
      await transaction
        .updateTable('consentRequest')
        .set({ withdrawnOn: new Date().toISOString(), sessionHash: null })
        .where('id', '=', requestId)
        .execute()
      await deleteDeliveries(transaction, [requestId])
      await recordAudit(transaction, audit(actor, 'consent.takeBack', contactId, { requestId }))
      await publishContact(transaction, contactId, person.organizationId)
    }
    return listShownRequests(transaction, contactId)
  })

/** The requests to a person, newest first, for the staff who keep the record; records the access. @throws 404 */
export async function listConsentRequests(database: Database, actor: Actor, contactId: string) {
  await getServedPerson(database, actor, contactId)
  await recordReading(database, actor, contactId)
  return listShownRequests(database, contactId)
}
