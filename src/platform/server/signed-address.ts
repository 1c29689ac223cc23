import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32nopad } from '@scure/base'

/** Addresses of one kind, at which only this portal's mail is answered. */
export interface AddressKind {
  /** before the `+` */
  name: string
  /** what the signature is for: no kind's address can pass for another's */
  purpose: string
  /** how many bytes are signed; at most 20, because an address has no more than 64 characters before its `@` */
  size: number
}

/** 128 bits. */
const MAC = 16

/** In base32, because mail systems may change the case of an address. */
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
const sign = ({ purpose }: AddressKind, secret: string, bytes: Buffer) =>
  createHmac('sha256', createHmac('sha256', secret).update(purpose).digest()).update(bytes).digest().subarray(0, MAC)

/** An address that contains these bytes and cannot be forged. The first of the keys signs. */
export const writeSignedAddress = (kind: AddressKind, secretKeys: readonly string[], domain: string, bytes: Buffer) =>
  `${kind.name}+${encode(Buffer.concat([bytes, sign(kind, secretKeys[0] ?? '', bytes)]))}@${domain}`

/** The bytes in an address; null if this portal did not issue it. */
export function readSignedAddress(kind: AddressKind, secretKeys: readonly string[], domain: string, address: string) {
  const at = address.lastIndexOf('@')
  const [, name = '', token = ''] = /^([a-z]+)\+([a-z2-7]{1,58})$/i.exec(address.slice(0, at)) ?? []
  if (name.toLowerCase() !== kind.name || address.slice(at + 1).toLowerCase() !== domain) return null
  const all = decode(token)
  if (all?.length !== kind.size + MAC) return null
  const bytes = all.subarray(0, kind.size)
  return secretKeys.some((secret) => timingSafeEqual(sign(kind, secret, bytes), all.subarray(kind.size))) ? bytes : null
}

export const uuidToBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
export const uuidFromBytes = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
