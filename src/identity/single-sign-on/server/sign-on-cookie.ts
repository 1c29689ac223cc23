import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashCode, newCode } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'

const LIFE_S = 12 * 3600
const isHttps = (config: Config) => config.publicUrl.startsWith('https:')
const nameOf = (config: Config) => (isHttps(config) ? '__Host-hearthline-sign-on' : 'hearthline-sign-on')
// Lax: it must come along when the provider sends the person back.
const settings = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config), maxAge: LIFE_S }) as const

/** The secret that binds a way to the provider, and what follows, to this browser; null when it has none. */
export const readBrowser = (config: Config, request: FastifyRequest) => request.cookies[nameOf(config)] ?? null

/** The same, as the database knows it. */
export function browserHashOf(config: Config, request: FastifyRequest) {
  const secret = readBrowser(config, request)
  return secret ? hashCode(secret) : null
}

/** Gives the browser a secret. A second tab keeps the first one's; after a sign-in there is a new one. */
export function setBrowserSecret(config: Config, request: FastifyRequest, reply: FastifyReply, isNew = false) {
  const known = isNew ? null : readBrowser(config, request)
  const secret = known ?? newCode()
  reply.setCookie(nameOf(config), secret, settings(config))
  return secret
}

export const forgetBrowser = (config: Config, reply: FastifyReply) =>
  reply.clearCookie(nameOf(config), { ...settings(config), maxAge: undefined } as object)
