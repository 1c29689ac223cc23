import { createHash, randomUUID } from 'node:crypto'
import { maySeeNote } from '#help-desk/tickets/help-desk-policy.ts'
import {
  findTicketByNumber,
  type HelpDeskServices,
  insertAttached,
  lockTicketByNumber,
  type ReplyAddress,
  writeNote,
} from '#help-desk/tickets/server/tickets-public.ts'
import { imageTypes } from '#identity/files/file.ts'
import { claimFile, reencodeImage, type UploadServices, uploadFile } from '#identity/files/server/files-public.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import type { FileStore } from '#platform/server/file-store.ts'
import type { Log } from '#platform/server/log.ts'
import { createTexts } from '#platform/server/texts.ts'
import en from '../texts/mail.en.json' with { type: 'json' }
import es from '../texts/mail.es.json' with { type: 'json' }
import { countWithinHour, findCorrespondent, insertInboundMail, lockMailbox, wasTaken } from './inbound-queries.ts'
import { refuseMail } from './mail-refused.ts'
import type { ReplyMail } from './read-reply.ts'

export interface InboundServices extends HelpDeskServices {
  config: HelpDeskServices['config'] & UploadServices['config']
  store: FileStore
  log: Log
}
const MOST_AN_HOUR = 20
const texts = createTexts({ en, es })

const keyOf = ({ ticketNumber, accountId }: ReplyAddress, messageId: string) =>
  createHash('sha256').update(`${accountId}\n${ticketNumber}\n${messageId}`).digest('hex')

/**
 * The account of a reply address, if it may reply there now.
 * @throws MailRefused otherwise, with the same text for all reasons
 */
export async function requireMayAnswer(
  database: Database,
  address: ReplyAddress,
  ticket?: { organizationId: string | null; createdBy: string },
) {
  const found = ticket ?? (await findTicketByNumber(database, address.ticketNumber))
  const author = await findCorrespondent(database, address.accountId)
  if (!found || !author || !maySeeNote(author, found, address)) throw refuseMail('may-not-answer')
  return author
}

/**
 * Turns an e-mail reply into a note: once, however often it is delivered. When it returns, the note is committed. The
 * mail must come from the account's own address. That can be forged, but only by a person who also knows the reply
 * address that was issued to this account: see docs/decisions/0100-answers-by-mail.md.
 */
export async function acceptReply(services: InboundServices, address: ReplyAddress, mail: ReplyMail) {
  const { database } = services
  const key = keyOf(address, mail.messageId)
  const { email } = await requireMayAnswer(database, address)
  if (mail.from !== email.toLowerCase()) throw refuseMail('other-sender')
  if (await wasTaken(database, key)) return
  if ((await countWithinHour(database, address.accountId)) >= MOST_AN_HOUR) throw refuseMail('too-many')
  const { fileIds, left } = await saveImages(services, address.accountId, mail)
  const take = async (transaction: InTransaction) => {
    const ticket = await lockTicketByNumber(transaction, address.ticketNumber)
    if (ticket === 'overtaken') return ticket
    await lockMailbox(transaction, address.accountId)
    const author = await requireMayAnswer(transaction, address, ticket)
    if (!ticket || author.email !== email) throw refuseMail('may-not-answer')
    if (await wasTaken(transaction, key)) return
    if ((await countWithinHour(transaction, author.accountId)) >= MOST_AN_HOUR) throw refuseMail('too-many')
    const remark = left.length ? texts(author.language)('left', { names: left.join(', ') }) : ''
    const noteId = randomUUID()
    await writeNote({ ...services, database: transaction }, ticket, author, {
      id: noteId,
      noteText: [mail.text, remark].filter(Boolean).join('\n\n'),
      visibility: address.visibility,
      source: 'mail',
      mentionedAccountIds: [],
    })
    await attachAll(transaction, { noteId, accountId: author.accountId, fileIds })
    await insertInboundMail(transaction, { key, accountId: author.accountId, noteId })
  }
  while ((await database.transaction().execute(take)) === 'overtaken');
}

/** Images are processed like all uploads: re-encoded, stored, and deleted after a day unless a note claims them. */
async function saveImages({ database, store, config, log }: InboundServices, accountId: string, mail: ReplyMail) {
  const [fileIds, left]: [string[], string[]] = [[], mail.left.map(shortened)]
  for (const { name, bytes } of mail.images) {
    const drawn = await reencodeImage(bytes, imageTypes)
    if ('mistake' in drawn) left.push(shortened(name))
    else fileIds.push((await uploadFile({ database, store, config }, { accountId, givenName: name, ...drawn }, log)).id)
  }
  return { fileIds, left: left.slice(0, 10) }
}
const shortened = (name: string) =>
  name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 80)

async function attachAll(
  transaction: InTransaction,
  { noteId, accountId, fileIds }: { noteId: string; accountId: string; fileIds: string[] },
) {
  for (const fileId of fileIds) {
    await claimFile(transaction, { fileId, accountId })
    await insertAttached(transaction, 'note', { holderId: noteId, fileId, createdBy: accountId })
  }
}
