import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { seal, unseal } from '#platform/server/seal.ts'
import type { SignOnServices } from './provider.ts'
import { browserHashOf, forgetBrowser, setBrowserSecret } from './sign-on-cookie.ts'

/** The context of an encrypted ID token. */
const aboutOf = (browserHash: string) => `sign-on:${browserHash}`

export const sealToken = (config: Config, browserHash: string, idToken: string) =>
  seal(config, aboutOf(browserHash), idToken)
export const unsealToken = (config: Config, browserHash: string, sealed: string) =>
  unseal(config, aboutOf(browserHash), sealed)?.text

/** Stores what signing out at the provider requires, for the maximum lifetime of a session. */
export async function beginVisit(
  { database, config }: { database: Database; config: Config },
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, idToken }: { accountId: string; idToken: string },
) {
  const browserHash = hashCode(setBrowserSecret(config, request, reply, true))
  await database
    .insertInto('signOnVisit')
    .values({
      browserHash,
      accountId,
      idTokenSealed: sealToken(config, browserHash, idToken),
      expiresOn: sql<string>`now() + interval '12 hours'`,
    })
    .execute()
}

/** Ends this browser's visit. @returns the URL to sign out at the provider, if any */
export async function endVisit(services: SignOnServices, request: FastifyRequest, reply: FastifyReply) {
  const { database, config, provider } = services
  const browserHash = browserHashOf(config, request)
  if (!browserHash) return null
  forgetBrowser(config, reply)
  const visit = await database
    .deleteFrom('signOnVisit')
    .where('browserHash', '=', browserHash)
    .returning('idTokenSealed')
    .executeTakeFirst()
  const idToken = visit && unsealToken(config, browserHash, visit.idTokenSealed)
  return idToken ? provider.signOutUrl(idToken) : null
}
