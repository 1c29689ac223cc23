import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { deleteDeliveries, sendLinkMessage } from '#casework/link-deliveries/server/link-deliveries-public.ts'
import { neutralWords, requireSafe, requireTexts } from '#casework/safe-contact/server/safe-contact-public.ts'
import { dialable } from '#platform/schema/phone-number.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { greeting } from '#platform/server/greeting.ts'
import { renderMail } from '#platform/server/mail-layout.ts'
import { days, type MessageKind } from '#platform/server/message-kind.ts'
import type { NewMessage } from '#platform/server/messages.ts'
import type { ListMessage, ListRow, NewLink } from '../service-list.ts'
import type { Sheet, SheetService } from '../sheet.ts'
import { getList, listEntries } from './list-queries.ts'
import { serviceListProblem } from './service-list-problem.ts'
import { createLink, isRepeated, withdrawLink } from './shared-link.ts'
import { type Writer, writerOf } from './sheet-words.ts'
import { writeSheet } from './write-sheet.ts'

/** To a person who is with the sender, at an address that they gave. */
const serviceList: MessageKind = {
  name: 'service-list',
  overBound: 'refuse',
  bounds: {
    recipient: { most: 10, seconds: days(1) },
    sender: { most: 100, seconds: days(1) },
    organization: { most: 500, seconds: days(1) },
  },
}

type Product = Pick<Config, 'productName' | 'publicUrl' | 'sendsTexts' | 'timeZone' | 'listings' | 'serviceListDays'>

/** Records that a list was shared: with whom, if that is a person on record. */
async function recordShared(database: Database, actor: Actor, list: ListRow, channel: string) {
  const { contactId } = list
  await recordAudit(database, {
    actorId: actor.accountId,
    action: 'service-list.share',
    subjectType: 'service_list',
    subjectId: list.id,
    detail: { channel, ...(contactId ? { contactId } : {}) },
  })
  if (contactId && channel !== 'copy') await recordAccess(database, actor, [contactId], { way: 'service-list' })
}

/** The list, locked until it is shared: it cannot be erased meanwhile. @throws problem not-found, list-empty */
async function lockToShare(database: Database, actor: Actor, id: string) {
  const list = await getList(database, actor, id, { lock: true })
  if (!(await listEntries(database, id)).length) throw serviceListProblem('list-empty')
  return list
}

/** Creates a link to copy. @throws problem not-found, list-empty */
export const shareByLink = (database: Database, product: Product, actor: Actor, id: string): Promise<NewLink> =>
  database.transaction().execute(async (transaction) => {
    const list = await lockToShare(transaction, actor, id)
    const { url, expiresOn } = await createLink(transaction, product, actor, { listId: id, channel: 'copy' })
    await recordShared(transaction, actor, list, 'copy')
    return { url, expiresOn }
  })

/** A service in a mail: what it is called, and how to reach it. */
const mailLines = ({ name, organizationName, note, phones, place, notices }: SheetService, noteLabel: string) =>
  [
    name,
    organizationName,
    ...notices,
    ...phones.map(({ kind, shown }) => `${kind}: ${shown}`),
    place?.lines.join(', '),
    note && `${noteLabel}: ${note}`,
  ]
    .filter(Boolean)
    .join('\n')

/**
 * The mail about a list. Where one of its places is confidential, it names no service: others may read the mailbox, and
 * the name of a shelter tells them what the reader is looking for.
 */
function writeMail(sheet: Sheet, link: NewLink, { t, day, language }: Writer, productName: string) {
  const count = sheet.services.length
  const isConfidential = sheet.services.some((service) => service.isConfidential)
  return {
    subject: sheet.title,
    ...renderMail({
      language,
      title: sheet.title,
      paragraphs: [
        greeting(language, ''),
        ...(isConfidential
          ? [t('mail.confidential')]
          : [t('mail.lead', { count }), ...sheet.services.map((service) => mailLines(service, sheet.noteLabel))]),
        t('mail.current', { date: day(link.expiresOn) }),
      ],
      action: { label: t('mail.action'), url: link.url },
      productName,
    }),
  }
}

/** What is sent: by text only the link, because others see a phone's screen. */
function writeMessage(
  channel: ListMessage['channel'],
  sheet: Sheet,
  link: NewLink,
  { productName, timeZone }: Product,
): Pick<NewMessage, 'subject' | 'text' | 'html'> {
  const writer = writerOf(sheet.language, timeZone)
  if (channel === 'email') return writeMail(sheet, link, writer, productName)
  return { text: writer.t('text', { count: sheet.services.length, product: productName, url: link.url }) }
}

/**
 * Sends a list by e-mail or text, in its language, with a link of its own. Safe to repeat with the same ID.
 * @throws problem not-found, conflict if the ID is another link's, list-empty, invalid-request (no texts), contact-unsafe
 * and too-many-messages at `to`
 */
export async function shareByMessage(
  database: Database,
  product: Product,
  actor: Actor,
  { id, message: { id: linkId, channel, to } }: { id: string; message: ListMessage },
) {
  const sheet = await writeSheet(database, product, await getList(database, actor, id))
  await database.transaction().execute(async (transaction) => {
    const list = await lockToShare(transaction, actor, id)
    if (linkId && (await isRepeated(transaction, actor, { id: linkId, listId: id, channel }))) return
    requireTexts(product, { channel, field: 'to' })
    const { contactId, organizationId } = list
    const safety = await requireSafe(transaction, { contactId, organizationId, channel, to, field: 'to' })
    const link = await createLink(transaction, product, actor, { id: linkId, listId: id, channel })
    await recordShared(transaction, actor, list, channel)
    const sent = { linkId: link.id, sentBy: actor.accountId, organizationId, page: 'lists', pageId: id } as const
    await sendLinkMessage(transaction, sent, {
      ...{ channel, kind: serviceList, field: 'to', about: actor, key: `service-list:${link.id}` },
      to: channel === 'sms' ? dialable(to) : to,
      expiresOn: safety.endOf(new Date(link.expiresOn)),
      language: list.language,
      ...(safety.isNeutral
        ? neutralWords(channel, list.language, link.url)
        : writeMessage(channel, sheet, link, product)),
    })
  })
}

/** Withdraws a link, which then opens nothing. Safe to repeat. @throws problem not-found */
export const endLink = (database: Database, actor: Actor, listId: string, linkId: string) =>
  database.transaction().execute(async (transaction) => {
    const list = await getList(transaction, actor, listId, { lock: true })
    await withdrawLink(transaction, list.id, linkId)
    await deleteDeliveries(transaction, [linkId])
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'service-list.withdraw',
      subjectType: 'service_list',
      subjectId: listId,
      detail: { linkId },
    })
    return list
  })
