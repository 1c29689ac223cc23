import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LoggedIn } from '#identity/accounts/account.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { CeremonyOptions, MyPasskeys, NewPasskey, PasskeyAnswer, PasskeyRename, PasskeySignIn } from '../passkey.ts'
import { listPasskeys, renamePasskey } from './passkey-queries.ts'
import { beginRegistration, registerPasskey, removePasskey } from './register-passkey.ts'
import { beginUse, confirmWithPasskey, signInWithPasskey } from './use-passkey.ts'
import { whyNotRemovable } from './why-not-removable.ts'

const anyone = { access: 'anyone' as const }
const signedIn = { access: 'signed-in' as const }
const halfOpen = { access: 'half-open' as const }
const empty = { 204: z.null() }
const options = { response: { 200: CeremonyOptions } }
const one = { params: z.object({ id: Id }), response: empty }

/** Passkeys: signing in, confirming one's identity, and managing one's own. */
export const passkeyRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (app, services) => {
  const { database } = services

  app.post(
    '/api/passkey/signIn/options',
    { config: anyone, schema: { ...options, summary: 'Begin to sign in with a passkey' } },
    async () => ({
      ...(await beginUse(services, null)),
    }),
  )
  app.post(
    '/api/passkey/signIn',
    {
      config: anyone,
      schema: { summary: 'Sign in with a passkey', body: PasskeySignIn, response: { 200: LoggedIn } },
    },
    (request, reply) => signInWithPasskey(services, request, reply, request.body),
  )

  app.post(
    '/api/passkey/confirm/options',
    { config: { ...halfOpen, credentials: true }, schema: { ...options, summary: 'Begin to confirm with a passkey' } },
    async (request) => ({
      ...(await beginUse(services, actorOf(request).accountId)),
    }),
  )
  app.get(
    '/api/passkey/confirm',
    {
      config: halfOpen,
      schema: {
        summary: 'Whether I can confirm with a passkey',
        response: { 200: z.object({ isPossible: z.boolean() }) },
      },
    },
    async (request) => ({ isPossible: (await listPasskeys(database, actorOf(request).accountId)).length > 0 }),
  )
  app.post(
    '/api/passkey/confirm',
    {
      config: { ...halfOpen, credentials: true },
      schema: { summary: 'Confirm with a passkey', body: PasskeyAnswer, response: empty },
    },
    async (request, reply) => {
      await confirmWithPasskey(services, request, reply, request.body)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/passkey',
    { config: signedIn, schema: { summary: 'My passkeys', response: { 200: MyPasskeys } } },
    async (request) => {
      const { accountId } = actorOf(request)
      const items = await listPasskeys(database, accountId)
      return { items, whyNotRemovable: await whyNotRemovable(database, accountId, items.length) }
    },
  )
  app.post(
    '/api/passkey/options',
    {
      config: { ...signedIn, credentials: true, fresh: true },
      schema: { ...options, summary: 'Begin to register a passkey' },
    },
    async (request) => ({ ...(await beginRegistration(services, request)) }),
  )
  app.post(
    '/api/passkey',
    {
      config: { ...signedIn, credentials: true, fresh: true },
      schema: { summary: 'Register a passkey', body: NewPasskey, response: empty },
    },
    async (request, reply) => {
      await registerPasskey(services, request, request.body)
      return reply.code(204).send(null)
    },
  )
  app.put(
    '/api/passkey/:id',
    {
      config: { ...signedIn, credentials: true },
      schema: { ...one, summary: 'Rename a passkey', body: PasskeyRename },
    },
    async (request, reply) => {
      const { params, body } = request
      if (!(await renamePasskey(database, actorOf(request).accountId, params.id, body.name))) throw problem('not-found')
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/api/passkey/:id',
    { config: { ...signedIn, credentials: true, fresh: true }, schema: { ...one, summary: 'Remove a passkey' } },
    async (request, reply) => {
      await removePasskey(services, request, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
