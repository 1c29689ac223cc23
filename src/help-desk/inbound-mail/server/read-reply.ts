import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { SupportRequestNoteRow } from '#help-desk/tickets/support-request.ts'
import { imageTypes, MAX_FILE_BYTES } from '#identity/files/file.ts'
import { textOfHtml } from './html-text.ts'
import { refuseMail } from './mail-refused.ts'
import { cutReply } from './reply-text.ts'

export interface ReplyMail {
  /** the address in From, in lowercase */
  from: string
  messageId: string
  text: string
  images: { name: string; bytes: Buffer }[]
  /** names of attachments that cannot be stored */
  left: string[]
}

const MOST_TEXT = 200_000
const MOST_IMAGES = 5
/** Smaller inline images are logos and trackers of signatures. */
const SMALLEST_INLINE = 10 * 1024

const headersOf = (mail: Email, key: string) => mail.headers.filter((header) => header.key === key)
const wordOf = (mail: Email, key: string) => (headersOf(mail, key)[0]?.value ?? '').trim().toLowerCase()

/** Out-of-office notes, bounces, lists and our own mails returning: replying to them would cause loops. */
function isAutomatic(mail: Email) {
  const submitted = wordOf(mail, 'auto-submitted')
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(bulk|junk|list|auto[_-]reply)/.test(wordOf(mail, 'precedence')) ||
    ['x-loop', 'list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-auto-response-id'].some(
      (key) => headersOf(mail, key).length > 0,
    ) ||
    wordOf(mail, 'content-type').startsWith('multipart/report')
  )
}

const bytesOf = ({ content }: Attachment) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)

function pictures(attachments: readonly Attachment[]) {
  const found: Pick<ReplyMail, 'images' | 'left'> = { images: [], left: [] }
  for (const attachment of attachments) {
    const bytes = bytesOf(attachment)
    const isImage = imageTypes.some((type) => type === attachment.mimeType)
    if (attachment.related && bytes.length < SMALLEST_INLINE) continue
    const name = attachment.filename ?? (isImage ? 'image' : attachment.mimeType)
    if (isImage && bytes.length <= MAX_FILE_BYTES && found.images.length < MOST_IMAGES)
      found.images.push({ name, bytes })
    else found.left.push(name)
  }
  return found
}

function senderOf(mail: Email) {
  const from = headersOf(mail, 'from').length === 1 ? mail.from : undefined
  // A group, or a header with several mailboxes, does not identify an author.
  if (!from?.address || (headersOf(mail, 'from')[0]?.value.match(/@/g) ?? []).length !== 1)
    throw refuseMail('other-sender')
  return from.address.trim().toLowerCase()
}

/** The parser takes 10 µs per line, synchronously; 10 MB of images have 140,000 lines. */
const MOST_LINES = 200_000
export function hasTooManyLines(raw: Buffer) {
  let lines = 0
  for (let at = raw.indexOf(10); at >= 0 && lines <= MOST_LINES; at = raw.indexOf(10, at + 1)) lines += 1
  return lines > MOST_LINES
}

/**
 * Parses an e-mail reply.
 * @throws MailRefused if it cannot be parsed, is automatic, or is empty
 */
export async function readReply(raw: Buffer): Promise<ReplyMail> {
  if (hasTooManyLines(raw)) throw refuseMail('too-large')
  const mail = await PostalMime.parse(raw, {
    rfc822Attachments: true,
    maxNestingDepth: 30,
    maxHeadersSize: 256 * 1024,
  }).catch(() => {
    throw refuseMail('unreadable')
  })
  if (isAutomatic(mail)) throw refuseMail('automatic')
  const from = senderOf(mail)
  const written = mail.text?.trim() ? mail.text.slice(0, MOST_TEXT) : textOfHtml((mail.html ?? '').slice(0, MOST_TEXT))
  const { images, left } = pictures(mail.attachments)
  const note = SupportRequestNoteRow.shape.noteText.safeParse(cutReply(written))
  if (!note.success) throw refuseMail('too-long')
  if (note.data === '' && images.length === 0) throw refuseMail('nothing-new')
  // A mail without a Message-ID is identified by its content.
  const messageId =
    mail.messageId?.trim() || createHash('sha256').update(`${mail.date}\n${mail.subject}\n${written}`).digest('hex')
  return { from, messageId, text: note.data, images, left }
}
