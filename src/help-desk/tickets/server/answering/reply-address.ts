import {
  type AddressKind,
  readSignedAddress,
  uuidFromBytes,
  uuidToBytes,
  writeSignedAddress,
} from '#platform/server/signed-address.ts'

/** The content of a reply address: a reply of this account to this ticket, and its visibility. */
export interface ReplyAddress {
  ticketNumber: number
  accountId: string
  visibility: 'public' | 'internal'
}

/** With `reply+`, 20 bytes and their signature are exactly 64 characters, the limit for a local part. */
const kind: AddressKind = { name: 'reply', purpose: 'ticket-reply', size: 20 }
/** The bit above the ticket number, which has 31 bits: enough for two billion. */
const INTERNAL = 2 ** 31

/** The address to which an account may reply to a mail about a ticket. It cannot be forged. */
export function writeReplyAddress(secretKeys: readonly string[], domain: string, reply: ReplyAddress) {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(reply.ticketNumber + (reply.visibility === 'internal' ? INTERNAL : 0))
  return writeSignedAddress(kind, secretKeys, domain, Buffer.concat([number, uuidToBytes(reply.accountId)]))
}

/** Null for an address that this portal did not issue. */
export function readReplyAddress(secretKeys: readonly string[], domain: string, address: string): ReplyAddress | null {
  const bytes = readSignedAddress(kind, secretKeys, domain, address)
  if (!bytes) return null
  const number = bytes.readUInt32BE(0)
  return {
    visibility: number >= INTERNAL ? 'internal' : 'public',
    ticketNumber: number % INTERNAL,
    accountId: uuidFromBytes(bytes.subarray(4)),
  }
}
