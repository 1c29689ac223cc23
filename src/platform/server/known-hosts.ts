import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import { problem } from './problem.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const isLoopback = (address: string) => {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** The name in a Host header, without port and brackets; empty if it cannot be parsed. */
function nameOf(host: string | undefined) {
  const url = `http://${host ?? ''}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''
}
const isLocalName = (name: string) => name === 'localhost' || name.endsWith('.localhost') || isLoopback(name)

/** Proxies and servers disagree on which of two Host headers counts, so requests with two are refused. */
export function refuseTwoHosts({ raw }: FastifyRequest) {
  const hosts = raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw problem('invalid-request')
}

/**
 * In evaluation, the portal accepts only IP addresses and its known names as the host. Otherwise, with a name that
 * resolves to this machine (DNS rebinding), another site's script would be same-origin.
 */
export function refuseUnknownHost(request: FastifyRequest, { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>) {
  const name = nameOf(request.headers.host)
  const isKnown = isLocalName(name) || isIP(name) !== 0 || name === host || name === new URL(publicUrl).hostname
  if (!isKnown) throw problem('unknown-host')
}

/** For content that only the person at this machine may read; for all others it does not exist. */
export function requireThisMachine(request: FastifyRequest, publicUrl: string) {
  const name = nameOf(request.headers.host)
  const isOwnName = isLocalName(name) || name === nameOf(new URL(publicUrl).host)
  const comesFromHere = isLoopback(plain(request.socket.remoteAddress)) && isLoopback(plain(request.ip))
  if (!isOwnName || !comesFromHere) throw problem('not-found')
}
const plain = (address = '') => address.replace(/^::ffff:/, '')
