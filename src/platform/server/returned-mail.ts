import { sql } from 'kysely'
import PostalMime, { type Attachment } from 'postal-mime'
import type { Database } from './database.ts'
import type { DeliveryFailure } from './delivery-refused.ts'
import { reportMessages } from './message-report.ts'
import {
  type AddressKind,
  readSignedAddress,
  uuidFromBytes,
  uuidToBytes,
  writeSignedAddress,
} from './signed-address.ts'

const kind: AddressKind = { name: 'return', purpose: 'returned-mail', size: 16 }

/** The envelope sender of a message: mail servers report there that they could not deliver it (RFC 5321, 4.5.5). */
export const writeReturnAddress = (secretKeys: readonly string[], domain: string, messageId: string) =>
  writeSignedAddress(kind, secretKeys, domain, uuidToBytes(messageId))

/** @returns the message's ID; null for an address that this portal did not issue */
export function readReturnAddress(secretKeys: readonly string[], domain: string, address: string) {
  const bytes = readSignedAddress(kind, secretKeys, domain, address)
  return bytes && uuidFromBytes(bytes)
}

/** Larger reports contain the whole mail, after the part that matters. */
const MOST_REPORT = 64 * 1024

const textOf = ({ content }: Attachment) =>
  (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()).slice(0, MOST_REPORT)

/** Wrong or closed mailboxes and domains, of the codes in RFC 3463; all others are the server's own reasons. */
const isAddressFault = (status: string) => /^5\.(1\.\d+|2\.1)$/.test(status)

/**
 * Reads the report of a mail server on a message (RFC 3464).
 * @returns why the message failed for good; null if it did not: a delay, a receipt, or an automatic answer of somebody
 *   who is away
 */
export async function readReturn(raw: Buffer): Promise<DeliveryFailure | null> {
  const mail = await PostalMime.parse(raw, { rfc822Attachments: true, maxNestingDepth: 30, maxHeadersSize: 256 * 1024 })
  const report = mail.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!report) return null
  // The fields of the message, then those of each recipient. Each message of the portal has one.
  const blocks = textOf(report).split(/\r?\n\r?\n/)
  for (const block of blocks) {
    const fieldOf = (name: string) => new RegExp(`^${name}:\\s*([^\\s;]+)`, 'im').exec(block)?.[1]?.toLowerCase() ?? ''
    if (fieldOf('Action') === 'failed') return isAddressFault(fieldOf('Status')) ? 'invalid-address' : 'refused'
  }
  return null
}

/** Records that a message was returned, and reports it to the task that the message names. Safe to run twice. */
export const recordReturn = (database: Database, messageId: string, failure: DeliveryFailure) =>
  database.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('message')
      .set({ deliveredOn: null, failedOn: sql`now()`, failure })
      .where('id', '=', messageId)
      .where('channel', '=', 'email')
      .where('deliveredOn', 'is not', null)
      .where('failedOn', 'is', null)
      .returning('reportTask')
      .executeTakeFirst()
    if (row) await reportMessages(transaction, [{ task: row.reportTask, messageId, state: 'failed', failure }])
  })
