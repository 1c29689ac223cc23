import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** `1.2.3.4:5678` and `[2001:db8::1]:5678`: some proxies also write the port. */
const withPort = /^(?:(\d+(?:\.\d+){3})|\[(.+)\])(?::\d+)?$/

/**
 * Removes the port from the address that a proxy wrote; otherwise each connection would count as a new caller, and
 * limits would not work. If it is not an address, the proxy's own address is used.
 */
export function parseClientAddress(request: FastifyRequest) {
  const [, four, six] = withPort.exec(request.ip) ?? []
  const address = four ?? six ?? request.ip
  const value = isIP(address) ? address : (request.socket.remoteAddress ?? '')
  if (value !== request.ip) Object.defineProperty(request, 'ip', { value })
}
