import { sql } from 'kysely'
import { intakeOf, listIntakeIds, startLinkIntake } from '#casework/intakes/server/intakes-public.ts'
import { deleteDeliveries, withArrival } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { eraseMessages } from '#platform/server/message-life.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { createTexts } from '#platform/server/texts.ts'
import type { IntakeLinkRow, MadeLink, NewIntakeLink, ShownLink } from '../intake-link.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }
import { type LinkProduct, linkMessage, linkWords, newLink, sendLink } from './send-link.ts'

const texts = createTexts({ en, es })

const intakeLink = linkMessage('intake-link')

interface Repeated extends Pick<IntakeLinkRow, 'id' | 'channel' | 'codeHash' | 'expiresOn'> {
  contactId: string
}

/**
 * The link of an earlier call whose answer was lost. What was sent stays as it is; an address to copy is told only once,
 * so that nobody has it, and the link gets another one.
 */
async function repeatLink(database: Database, actor: Actor, { id, contactId, channel, codeHash, expiresOn }: Repeated) {
  // The same call may arrive twice at once.
  await sql`select pg_advisory_xact_lock(hashtextextended('intake-link:' || ${id}::text, 0))`.execute(database)
  const link = await database
    .selectFrom('intakeLink')
    .select(['intakeId', 'channel', 'createdBy', 'expiresOn', 'withdrawnOn', 'sessionHash'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!link) return null
  const { intakeId } = link
  const isSame = link.channel === channel && link.createdBy === actor.accountId && !link.withdrawnOn
  if (!isSame || (await intakeOf(database, actor, intakeId)).contactId !== contactId) throw problem('conflict')
  if (channel !== 'copy') return { id, intakeId, expiresOn: link.expiresOn }
  if (link.sessionHash) throw problem('conflict')
  await database.updateTable('intakeLink').set({ codeHash, expiresOn }).where('id', '=', id).execute()
  return { id, intakeId, expiresOn }
}

/**
 * Makes a link by which a person fills in an intake themselves, and sends it if an address is given. The message names
 * neither the person nor the form. Safe to repeat with the same ID.
 * @throws 403, 404, 409 conflict if the ID is another link's, 400 at `contactId` if no birth date is on record, 409 contact-unsafe and 429
 * too-many-messages at `way.to`
 */
export const makeLink = (
  database: Database,
  product: LinkProduct,
  actor: Actor,
  call: NewIntakeLink,
): Promise<MadeLink> =>
  database.transaction().execute(async (transaction) => {
    const { code, expiresOn } = newLink()
    const { channel } = call.way
    const url = `${product.publicUrl}/i/${code}`
    const copied = channel === 'copy' ? url : null
    const row = { channel, codeHash: hashCode(code), expiresOn: expiresOn.toISOString() }
    const { id: given, contactId } = call
    const made = given && (await repeatLink(transaction, actor, { ...row, id: given, contactId }))
    if (made) return { ...made, url: copied }
    const intakeId = await startLinkIntake(transaction, actor, call)
    const person = await findContactRow(transaction, contactId)
    if (!person?.birthDate) throw fieldProblem('contactId', 'birth-date-missing')
    const { id } = await transaction
      .insertInto('intakeLink')
      .values({ ...row, intakeId, createdBy: actor.accountId, ...(given && { id: given }) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'intake.link', subjectType: 'intake', subjectId: intakeId },
      detail: { channel, contactId },
    })
    const { way, language } = call
    const sent = { way, language, contactId, url, expiresOn, words: linkWords(texts(language), product, url) }
    await sendLink(transaction, product, actor, {
      ...{ ...sent, kind: intakeLink, key: `intake-link:${id}` },
      link: { linkId: id, page: 'intakes', pageId: intakeId },
    })
    return { id, intakeId, url: copied, expiresOn: row.expiresOn }
  })

/** The links to a person's intakes, newest first. @throws 403, 404 */
export async function listLinks(database: Database, actor: Actor, intakeId: string): Promise<ShownLink[]> {
  await intakeOf(database, actor, intakeId)
  const links = await database
    .selectFrom('intakeLink')
    .select(['id', 'intakeId', 'channel', 'createdOn', 'expiresOn', 'withdrawnOn', 'triesLeft'])
    .where('intakeId', '=', intakeId)
    .orderBy('createdOn', 'desc')
    .execute()
  return withArrival(database, links)
}

/** Withdraws a link, which then opens nothing. Safe to repeat. @throws 403, 404 */
export const withdrawLink = (database: Database, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction): Promise<ShownLink[]> => {
    const link = await transaction.selectFrom('intakeLink').select('intakeId').where('id', '=', id).executeTakeFirst()
    if (!link) throw problem('not-found')
    await intakeOf(transaction, actor, link.intakeId)
    await transaction
      .updateTable('intakeLink')
      .set({ withdrawnOn: new Date().toISOString(), sessionHash: null })
      .where('id', '=', id)
      .where('withdrawnOn', 'is', null)
      .execute()
    await deleteDeliveries(transaction, [id])
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'intake.withdrawLink', subjectType: 'intake', subjectId: link.intakeId },
    })
    return listLinks(transaction, actor, link.intakeId)
  })

/**
 * Deletes the links to a person's intakes, and takes back what was sent of them, in the transaction of their erasure.
 * Comes before the intakes are deleted.
 */
export async function eraseIntakeLinks(database: Database, contactId: string) {
  const intakeIds = await listIntakeIds(database, contactId)
  await eraseMessages(
    database,
    sql<boolean>`message_key in (select 'intake-link:' || id from intake_link where intake_id = any(${intakeIds}::uuid[]))`,
  )
  const { rows } = await sql<{ id: string }>`
    delete from intake_link where intake_id = any(${intakeIds}::uuid[]) returning id`.execute(database)
  await deleteDeliveries(
    database,
    rows.map(({ id }) => id),
  )
}
