import { type RawBuilder, sql } from 'kysely'
import { getServedPerson, publishContact } from '#casework/clients/server/clients-public.ts'
import {
  type LinkProduct,
  linkMessage,
  linkWords,
  newLink,
  sendLink,
} from '#casework/intake-links/server/intake-links-public.ts'
import { deleteDeliveries, withArrival } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { lockContact } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { eraseMessages } from '#platform/server/message-life.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { createTexts, type Language } from '#platform/server/texts.ts'
import type { MadeRecordLink, NewRecordLink, RecordLinkRow, ShownRecordLink } from '../record-link.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })

const recordLink = linkMessage('record-link')

type Repeated = Pick<RecordLinkRow, 'id' | 'contactId' | 'channel' | 'codeHash' | 'expiresOn'> & { createdBy: string }

/**
 * The answer to an earlier call was lost. What was sent stays as it is; an address to copy is told only once, so that
 * nobody has it, and the link gets another one.
 */
async function repeatLink(database: Database, link: Repeated) {
  const { id, contactId, createdBy, channel, codeHash, expiresOn } = link
  const found = await database
    .updateTable('recordLink')
    .set(channel === 'copy' ? { codeHash, expiresOn } : { channel })
    .where('id', '=', id)
    .where('contactId', '=', contactId)
    .where('createdBy', '=', createdBy)
    .where('channel', '=', channel)
    .where('withdrawnOn', 'is', null)
    .$if(channel === 'copy', (query) => query.where('openedOn', 'is', null))
    .returning('expiresOn')
    .executeTakeFirst()
  if (!found) throw problem('conflict')
  return found.expiresOn
}

/**
 * Makes a link by which a person sees their own record, and sends it if an address is given. The message names neither
 * the person nor the matter. Safe to repeat with the same ID.
 * @throws 404, 409 conflict if the ID is another link's, 400 at `way` if no birth date is on record, 409 contact-unsafe and 429 too-many-messages at `way.to`
 */
export const makeRecordLink = (
  database: Database,
  product: LinkProduct,
  actor: Actor,
  contactId: string,
  { id: given, way, language }: NewRecordLink,
) =>
  database.transaction().execute(async (transaction): Promise<MadeRecordLink> => {
    // An erasure either waits for this lock, or has already removed the organization from the record.
    await lockContact(transaction, contactId, 'share')
    const person = await getServedPerson(transaction, actor, contactId)
    if (!person.birthDate) throw fieldProblem('way', 'birth-date-missing')
    const { code, expiresOn } = newLink()
    const { channel } = way
    const row = { contactId, channel, codeHash: hashCode(code), createdBy: actor.accountId }
    const values = { ...row, language, expiresOn: expiresOn.toISOString(), ...(given && { id: given }) }
    const added = await transaction
      .insertInto('recordLink')
      .values(values)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    const url = `${product.publicUrl}/p/${code}`
    const id = added?.id ?? given ?? ''
    const copied = channel === 'copy' ? url : null
    if (!added) return { id, url: copied, expiresOn: await repeatLink(transaction, { ...values, id }) }
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'record.link', subjectType: 'contact', subjectId: contactId },
      detail: { channel },
    })
    const sent = { way, language, contactId, url, expiresOn, words: linkWords(texts(language), product, url) }
    await sendLink(transaction, product, actor, {
      ...{ ...sent, kind: recordLink, key: `record-link:${id}` },
      link: { linkId: id, page: 'people', pageId: contactId },
    })
    await publishContact(transaction, contactId, person.organizationId)
    return { id, url: copied, expiresOn: expiresOn.toISOString() }
  })

/** Makes a link for a message that the portal sends by itself; the caller has locked the person and sends it. */
export async function makeLinkFor(
  database: Database,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  link: { contactId: string; channel: 'email' | 'sms'; language: Language },
) {
  const { code, expiresOn } = newLink()
  await database
    .insertInto('recordLink')
    .values({ ...link, codeHash: hashCode(code), createdBy: null, expiresOn: expiresOn.toISOString() })
    .execute()
  return { url: `${publicUrl}/p/${code}`, expiresOn }
}

/** The links to a person's record, newest first. @throws 404 */
export async function listRecordLinks(database: Database, actor: Actor, contactId: string): Promise<ShownRecordLink[]> {
  await getServedPerson(database, actor, contactId)
  return withArrival(database, await listLinksOf(database, contactId))
}

/** The links to a person's record, newest first, for their own copy too. */
export const listLinksOf = (database: Database, contactId: string) =>
  database
    .selectFrom('recordLink')
    .select(['id', 'channel', 'createdOn', 'expiresOn', 'withdrawnOn', 'openedOn', 'triesLeft'])
    .where('contactId', '=', contactId)
    .orderBy('createdOn', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()

/** When a person last opened a new link to their record. @param contactId in SQL */
export const lastRecordOpenedOn = (contactId: RawBuilder<unknown>) =>
  sql<string | null>`(select max(opened.opened_on) from record_link opened where opened.contact_id = ${contactId})`

/** Withdraws a link, which then opens nothing. Safe to repeat. @throws 404 */
export const withdrawRecordLink = (database: Database, actor: Actor, contactId: string, id: string) =>
  database.transaction().execute(async (transaction): Promise<ShownRecordLink[]> => {
    const person = await getServedPerson(transaction, actor, contactId)
    const ended = await transaction
      .updateTable('recordLink')
      .set({ withdrawnOn: new Date().toISOString(), sessionHash: null })
      .where('id', '=', id)
      .where('contactId', '=', contactId)
      .where('withdrawnOn', 'is', null)
      .returning('id')
      .execute()
    if (ended.length) {
      await deleteDeliveries(transaction, [id])
      await recordAudit(transaction, {
        ...{ actorId: actor.accountId, action: 'record.withdrawLink', subjectType: 'contact', subjectId: contactId },
      })
      await publishContact(transaction, contactId, person.organizationId)
    }
    return withArrival(transaction, await listLinksOf(transaction, contactId))
  })

/**
 * Locks the links to these people's records until the transaction ends. Whoever opens one locks it before anything
 * else, so it is also locked first elsewhere.
 */
export const lockRecordLinks = (database: Database, contactIds: readonly string[]) =>
  database
    .selectFrom('recordLink')
    .select('id')
    .where('contactId', 'in', contactIds)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Ends all links to a person's record, and takes back what was sent of them, in the transaction of their erasure. */
export async function eraseRecordLinks(database: Database, contactId: string) {
  await eraseMessages(
    database,
    sql<boolean>`message_key in (select 'record-link:' || id from record_link where contact_id = ${contactId}::uuid)`,
  )
  const gone = await database.deleteFrom('recordLink').where('contactId', '=', contactId).returning('id').execute()
  await deleteDeliveries(
    database,
    gone.map(({ id }) => id),
  )
}
