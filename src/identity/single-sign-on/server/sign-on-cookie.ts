import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashCode, newCode } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'

const LIFE_S = 12 * 3600
const isHttps = (config: Config) => config.publicUrl.startsWith('https:')
const nameOf = (config: Config) => (isHttps(config) ? '__Host-hearthline-sign-on' : 'hearthline-sign-on')
// Lax: the browser must send it when the provider redirects back.
const settings = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config), maxAge: LIFE_S }) as const

/** The secret that binds a round trip to the provider to this browser; null if there is none. */
export const readBrowser = (config: Config, request: FastifyRequest) => request.cookies[nameOf(config)] ?? null

/** Its hash, as stored in the database. */
export function browserHashOf(config: Config, request: FastifyRequest) {
  const secret = readBrowser(config, request)
  return secret ? hashCode(secret) : null
}

/** Sets the browser's secret. A second tab keeps the first one's; after a sign-in there is a new one. */
export function setBrowserSecret(config: Config, request: FastifyRequest, reply: FastifyReply, isNew = false) {
  const known = isNew ? null : readBrowser(config, request)
  const secret = known ?? newCode()
  reply.setCookie(nameOf(config), secret, settings(config))
  return secret
}

export const forgetBrowser = (config: Config, reply: FastifyReply) =>
  reply.clearCookie(nameOf(config), { ...settings(config), maxAge: undefined } as object)
