import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { getAccountRow } from '#identity/accounts/server/accounts-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import {
  Authenticator,
  Challenge,
  Enrollment,
  NewAuthenticator,
  NewChallenge,
  RecoveryCodes,
  RecoveryCodesLeft,
  VerifyOob,
  VerifyOtp,
  VerifyRecovery,
} from '../authenticator.ts'
import { listAuthenticators } from './authenticator-queries.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { removeAuthenticator } from './remove-authenticator.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { startChallenge } from './start-challenge.ts'
import { type FactorServices, startEnrollment } from './start-enrollment.ts'
import { verifyOob, verifyOtp, verifyRecovery } from './verify-code.ts'

const signedIn = { access: 'signed-in' as const }
const halfOpen = { access: 'half-open' as const }
const changing = { ...signedIn, credentials: true, fresh: true }
/** A code can also complete an enrollment; only that requires a fresh authentication. */
const verifying = { ...halfOpen, credentials: true, fresh: 'depends' as const }
const done = { 204: z.null() }

/** A person's own second factors. Changes require a fresh authentication. */
export const authenticatorRoutes: FastifyPluginAsyncZod<FactorServices> = async (app, services) => {
  const { database } = services
  const base = '/api/mfa'

  app.get(
    `${base}/`,
    { config: halfOpen, schema: { summary: 'My second factors', response: { 200: z.array(Authenticator) } } },
    async (request) => listAuthenticators(database, await getAccountRow(database, actorOf(request).accountId)),
  )
  app.post(
    `${base}/`,
    {
      config: changing,
      schema: { summary: 'Enroll a second factor', body: NewAuthenticator, response: { 200: Enrollment } },
    },
    (request) => startEnrollment(services, actorOf(request), request.body),
  )
  app.delete(
    `${base}/:id`,
    {
      config: changing,
      schema: { summary: 'Remove one of my second factors', params: z.object({ id: Id }), response: done },
    },
    async (request, reply) => {
      await removeAuthenticator(services, request, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    `${base}/challenge`,
    {
      config: { ...halfOpen, credentials: true },
      schema: { summary: 'Send a code to a second factor', body: NewChallenge, response: { 200: Challenge } },
    },
    (request) => startChallenge(services, request, request.body.authenticatorId),
  )
  app.post(
    `${base}/verifyOtp`,
    {
      config: verifying,
      schema: { summary: 'Verify a code of an authenticator app', body: VerifyOtp, response: done },
    },
    async (request, reply) => {
      await verifyOtp(services, request, reply, request.body.otp_code)
      return reply.code(204).send(null)
    },
  )
  app.post(
    `${base}/verifyOob`,
    { config: verifying, schema: { summary: 'Verify a code that was sent', body: VerifyOob, response: done } },
    async (request, reply) => {
      await verifyOob(services, request, reply, request.body)
      return reply.code(204).send(null)
    },
  )
  app.post(
    `${base}/verifyRecovery`,
    {
      config: { ...halfOpen, credentials: true },
      schema: { summary: 'Verify a recovery code', body: VerifyRecovery, response: done },
    },
    async (request, reply) => {
      await verifyRecovery(services, request, reply, request.body.recovery_code)
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${base}/recoveryCodes`,
    {
      config: signedIn,
      schema: { summary: 'How many recovery codes are left', response: { 200: RecoveryCodesLeft } },
    },
    async (request) => ({ left: await countRecoveryCodes(database, actorOf(request).accountId) }),
  )
  app.post(
    `${base}/recoveryCodes`,
    {
      config: changing,
      schema: { summary: 'Make new recovery codes; the earlier ones end', response: { 200: RecoveryCodes } },
    },
    async (request) => {
      return { recovery_codes: await renewRecoveryCodes(services, request) }
    },
  )
}
