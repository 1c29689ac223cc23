import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32nopad } from '@scure/base'

/** The content of a reply address: a reply of this account to this ticket, and its visibility. */
export interface ReplyAddress {
  ticketNumber: number
  accountId: string
  visibility: 'public' | 'internal'
}

const SIGNED = 20
/** 128 bits. */
const MAC = 16
/**
 * 36 bytes in base32, because mail systems may change the case of an address. With `reply+` they are exactly 64
 * characters, the limit for a local part.
 */
const TOKEN = /^reply\+([a-z2-7]{58})$/i
/** The bit above the ticket number, which has 31 bits: enough for two billion. */
const INTERNAL = 2 ** 31

const encode = (bytes: Uint8Array) => base32nopad.encode(bytes).toLowerCase()

/** Null if the last character contains unused bits, so that each address has only one spelling. */
function decode(text: string) {
  try {
    return Buffer.from(base32nopad.decode(text.toUpperCase()))
  } catch {
    return null
  }
}

/** Uses a key for this purpose only. */
const sign = (secret: string, bytes: Buffer) =>
  createHmac('sha256', createHmac('sha256', secret).update('ticket-reply').digest())
    .update(bytes)
    .digest()
    .subarray(0, MAC)

/** The address to which an account may reply to a mail about a ticket. It cannot be forged. */
export function writeReplyAddress(secretKeys: readonly string[], domain: string, reply: ReplyAddress) {
  const bytes = Buffer.alloc(SIGNED)
  bytes.writeUInt32BE(reply.ticketNumber + (reply.visibility === 'internal' ? INTERNAL : 0), 0)
  bytes.write(reply.accountId.replaceAll('-', ''), 4, 'hex')
  return `reply+${encode(Buffer.concat([bytes, sign(secretKeys[0] ?? '', bytes)]))}@${domain}`
}

/** Null for an address that this portal did not issue. */
export function readReplyAddress(secretKeys: readonly string[], domain: string, address: string): ReplyAddress | null {
  const at = address.lastIndexOf('@')
  const [, token] = TOKEN.exec(address.slice(0, at)) ?? []
  if (!token || address.slice(at + 1).toLowerCase() !== domain) return null
  const all = decode(token)
  if (all?.length !== SIGNED + MAC) return null
  const bytes = all.subarray(0, SIGNED)
  if (!secretKeys.some((secret) => timingSafeEqual(sign(secret, bytes), all.subarray(SIGNED)))) return null
  const number = bytes.readUInt32BE(0)
  return {
    visibility: number >= INTERNAL ? 'internal' : 'public',
    ticketNumber: number % INTERNAL,
    accountId: bytes.toString('hex', 4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  }
}
