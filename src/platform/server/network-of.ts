import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The range from which a subscriber can use any number of IPv6 addresses: at least a /64, often a /56. */
const SUBSCRIBER = 64
const SITE = 56

/** The IPv4 address that an IPv6 address embeds (mapped, 6to4, Teredo); otherwise the address itself. */
function readAddress(text: string) {
  if (!isIP(text)) return null
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address
  const six = address as ipaddr.IPv6
  const bytes = six.toByteArray()
  const range = six.range()
  if (range === '6to4') return new ipaddr.IPv4(bytes.slice(2, 6))
  if (range === 'teredo') return new ipaddr.IPv4(bytes.slice(12, 16).map((byte) => byte ^ 0xff))
  return six
}

const prefixOf = (address: ipaddr.IPv6, bits: number) =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${new ipaddr.IPv6(address.toByteArray()).toString()}/${bits}`).toString()}/${bits}`

/**
 * The network by which limits count an address: an IPv4 address itself, or the /64 of an IPv6 address. Counting full
 * IPv6 addresses would give one subscriber 2^64 fresh starts.
 */
export function networkOf(address: string) {
  const read = readAddress(address)
  if (!read) return address
  return read.kind() === 'ipv4' ? read.toString() : prefixOf(read as ipaddr.IPv6, SUBSCRIBER)
}

/** The wider network of an IPv6 address, its /56, for a second, higher limit; null for IPv4. */
export function siteOf(address: string) {
  const read = readAddress(address)
  return read?.kind() === 'ipv6' ? prefixOf(read as ipaddr.IPv6, SITE) : null
}
