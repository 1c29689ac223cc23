import { createHmac, timingSafeEqual } from 'node:crypto'

/** Used instead of a ticket ID for mail about answers in the account's assigned tickets. */
export const ASSIGNED_TICKETS = '00000000-0000-0000-0000-000000000000'

export interface Subscription {
  supportRequestId: string
  accountId: string
}
const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Uses a key for this purpose only, so that other signatures of the portal end no subscription. */
const sign = (secret: string, bytes: Buffer) =>
  createHmac('sha256', createHmac('sha256', secret).update('ticket-unsubscribe').digest())
    .update(bytes)
    .digest()
    .subarray(0, 16)

/** The code in a mail's List-Unsubscribe: it ends this account's mails about this ticket, and nothing else. */
export function writeUnsubscribeCode(secretKeys: readonly string[], { supportRequestId, accountId }: Subscription) {
  const bytes = Buffer.concat([bytesOf(supportRequestId), bytesOf(accountId)])
  return Buffer.concat([bytes, sign(secretKeys[0] ?? '', bytes)]).toString('base64url')
}

/** Null for a code that this portal did not issue. */
export function readUnsubscribeCode(secretKeys: readonly string[], code: string): Subscription | null {
  const all = Buffer.from(code, 'base64url')
  if (all.length !== 48) return null
  const bytes = all.subarray(0, 32)
  const isOurs = secretKeys.some((secret) => timingSafeEqual(sign(secret, bytes), all.subarray(32)))
  return isOurs ? { supportRequestId: idOf(bytes.subarray(0, 16)), accountId: idOf(bytes.subarray(16)) } : null
}
