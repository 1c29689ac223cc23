import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** `1.2.3.4:5678` and `[2001:db8::1]:5678`: some proxies write the port too. */
const withPort = /^(?:(\d+(?:\.\d+){3})|\[(.+)\])(?::\d+)?$/

/**
 * Keeps an address alone of what a proxy wrote: by its port each connection would be another caller, whose tries begin anew.
 * What is no address is put down to the proxy itself.
 */
export function parseClientAddress(request: FastifyRequest) {
  const [, four, six] = withPort.exec(request.ip) ?? []
  const address = four ?? six ?? request.ip
  const value = isIP(address) ? address : (request.socket.remoteAddress ?? '')
  if (value !== request.ip) Object.defineProperty(request, 'ip', { value })
}
