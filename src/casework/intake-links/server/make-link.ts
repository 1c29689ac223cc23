import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { intakeOf, startLinkIntake } from '#casework/intakes/server/intakes-public.ts'
import { neutralWords, requireSafe } from '#casework/safe-contact/server/safe-contact-public.ts'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import { findContactRow } from '#identity/people/server/people-public.ts'
import { dialable } from '#platform/schema/phone-number.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { greeting } from '#platform/server/greeting.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind } from '#platform/server/message-kind.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { createTexts } from '#platform/server/texts.ts'
import type { MadeLink, NewIntakeLink, ShownLink } from '../intake-link.ts'
import en from '../texts/en.json' with { type: 'json' }
import es from '../texts/es.json' with { type: 'json' }

const texts = createTexts({ en, es })
const DAY_MS = 86_400_000
const DAYS = 7
/** 96 random bits: short enough for a text message, too many to guess. */
const CODE_BYTES = 12

/** To a person, at an address that they gave. */
const intakeLink: MessageKind = {
  name: 'intake-link',
  overBound: 'refuse',
  bounds: {
    recipient: { most: 5, seconds: days(1) },
    sender: { most: 100, seconds: days(1) },
    organization: { most: 500, seconds: days(1) },
  },
}

type Product = Pick<Config, 'productName' | 'publicUrl'>

/**
 * Makes a link by which a person fills in an intake themselves, and sends it if an address is given. The message names
 * neither the person nor the form.
 * @throws 403, 404, 400 at `contactId` if no birth date is on record, 409 contact-unsafe and 429
 * too-many-messages at `way.to`
 */
export const makeLink = (database: Database, product: Product, actor: Actor, call: NewIntakeLink): Promise<MadeLink> =>
  database.transaction().execute(async (transaction) => {
    const intakeId = await startLinkIntake(transaction, actor, call)
    const person = await findContactRow(transaction, call.contactId)
    if (!person?.birthDate) throw fieldProblem('contactId', 'birth-date-missing')
    const code = base58.encode(randomBytes(CODE_BYTES))
    const expiresOn = new Date(Date.now() + DAYS * DAY_MS)
    const { channel } = call.way
    const { id } = await transaction
      .insertInto('intakeLink')
      .values({
        intakeId,
        channel,
        codeHash: hashCode(code),
        createdBy: actor.accountId,
        expiresOn: expiresOn.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'intake.link', subjectType: 'intake', subjectId: intakeId },
      detail: { channel, contactId: call.contactId },
    })
    const url = `${product.publicUrl}/i/${code}`
    if (call.way.channel !== 'copy') await send(transaction, product, actor, call, { id, url, expiresOn })
    return { id, intakeId, url: channel === 'copy' ? url : null, expiresOn: expiresOn.toISOString() }
  })

async function send(
  database: Database,
  { productName }: Product,
  actor: Actor,
  { way, language, contactId }: NewIntakeLink,
  { id, url, expiresOn }: { id: string; url: string; expiresOn: Date },
) {
  if (way.channel === 'copy') return
  const t = texts(language)
  const safety = await requireSafe(database, {
    ...{ contactId, organizationId: actor.organizationId },
    ...{ channel: way.channel, to: way.to, field: 'way.to' },
  })
  await recordAccess(database, actor, [contactId], { way: 'record' })
  await sendMessage(database, {
    ...{ kind: intakeLink, about: actor, key: `intake-link:${id}`, field: 'way.to', language },
    expiresOn: safety.endOf(expiresOn),
    channel: way.channel,
    to: way.channel === 'sms' ? dialable(way.to) : way.to,
    ...(safety.isNeutral
      ? neutralWords(way.channel, language, url)
      : way.channel === 'sms'
        ? { text: t('message.text', { product: productName, url }) }
        : {
            subject: t('message.subject', { product: productName }),
            ...renderMail({
              ...{ language, productName, title: t('message.subject', { product: productName }) },
              paragraphs: [greeting(language, ''), t('message.lead'), t('message.until', { count: DAYS })],
              action: { label: t('message.action'), url },
            }),
          }),
  })
}

/** The links to a person's intakes, newest first. @throws 403, 404 */
export async function listLinks(database: Database, actor: Actor, intakeId: string): Promise<ShownLink[]> {
  await intakeOf(database, actor, intakeId)
  return database
    .selectFrom('intakeLink')
    .select(['id', 'intakeId', 'channel', 'createdOn', 'expiresOn', 'withdrawnOn', 'triesLeft'])
    .where('intakeId', '=', intakeId)
    .orderBy('createdOn', 'desc')
    .execute()
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
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'intake.withdrawLink', subjectType: 'intake', subjectId: link.intakeId },
    })
    return listLinks(transaction, actor, link.intakeId)
  })
