import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LinkCode } from '#identity/accounts/password-reset.ts'
import { originOf } from '#identity/accounts/server/accounts-public.ts'
import type { WelcomeArrival } from '#identity/organizations/server/organizations-public.ts'
import { AcceptInvitation, InvitedPerson } from '../invitation.ts'
import { ChangeWord, OpenChange } from '../portal-account.ts'
import { acceptInvitation, getOpenInvitation } from './accept-invitation.ts'
import type { TeamServices } from './change-account.ts'
import { confirmChange, getOpenChange } from './confirm-change.ts'

const anyone = { access: 'anyone' as const }
const params = z.object({ code: LinkCode })
const done = { 204: z.null() }

/**
 * The calls behind links in messages: the code is the only authorization. Reading one changes nothing, because mail
 * programs open links before people do.
 */
export const teamLinkRoutes: FastifyPluginAsyncZod<TeamServices & { welcome: WelcomeArrival }> = async (
  app,
  services,
) => {
  const { database } = services
  app.get(
    '/api/invitation/:code',
    {
      config: anyone,
      schema: { summary: 'Whom an invitation is for', params, response: { 200: InvitedPerson } },
    },
    (request) => getOpenInvitation(database, request.params.code),
  )
  app.post(
    '/api/invitation/:code',
    {
      config: { ...anyone, limitedAs: 'sign-up' },
      schema: { summary: 'Accept an invitation', params, body: AcceptInvitation, response: done },
    },
    async (request, reply) => {
      await acceptInvitation(services, request.params.code, request.body)
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/api/accountChange/:code',
    {
      config: anyone,
      schema: { summary: 'The change that a link confirms', params, response: { 200: OpenChange } },
    },
    (request) => getOpenChange(database, request.params.code),
  )
  app.post(
    '/api/accountChange/:code/confirm',
    {
      config: anyone,
      schema: { summary: 'Confirm a change of an account', params, response: { 200: ChangeWord } },
    },
    (request) => {
      const { actor } = request
      const signedInAs = actor && !actor.impersonatorId ? actor.accountId : null
      return confirmChange({ ...services, origin: originOf(request) }, request.params.code, signedInAs)
    },
  )
}
