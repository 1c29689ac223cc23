import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { InviteMember, MemberInvitation } from '#casework/clients/member-invitation.ts'
import { LinkCode } from '#identity/accounts/password-reset.ts'
import { Id, pageOf } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Captcha } from '#platform/server/captcha.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { readLanguage } from '#platform/server/texts.ts'
import { InvitedContact, NewMember } from '../member-registration.ts'
import { inviteMember, listMemberInvitations, withdrawInvitation } from './member-invitation.ts'
import { registerMember, viewInvited } from './register-member.ts'

const anyone = { access: 'anyone' as const }
const workers = { access: caseworkRoles }
const done = { 204: z.null() }
const params = z.object({ id: Id })

/** Community members join by an invitation that an organization mails to a person whom it serves. */
export const memberRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config; captcha: Captcha }> = async (
  app,
  services,
) => {
  app.get(
    '/api/contact/:id/registration',
    {
      config: anyone,
      schema: {
        summary: 'Whom a registration link for community members is for',
        params: z.object({ id: LinkCode }),
        response: { 200: InvitedContact },
      },
    },
    (request) => viewInvited(services.database, request.params.id),
  )
  app.post(
    '/api/communityMemberRegistration/register',
    {
      config: { ...anyone, limitedAs: 'sign-up' },
      schema: { summary: 'Register as a community member', body: NewMember, response: done },
    },
    async (request, reply) => {
      await registerMember(services, request.body, readLanguage(request.headers['accept-language']))
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/api/contact/:id/invitation',
    {
      config: workers,
      schema: {
        summary: 'Registration links that were sent to a person',
        params,
        response: { 200: pageOf(MemberInvitation) },
      },
    },
    (request) => listMemberInvitations(services.database, actorOf(request), request.params.id),
  )
  app.post(
    '/api/contact/:id/invitation',
    {
      config: workers,
      schema: { summary: 'Send a person a link to register', params, body: InviteMember.nullish(), response: done },
    },
    async (request, reply) => {
      await inviteMember(services, actorOf(request), request.params.id, request.body ?? {})
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/api/contact/:id/invitation',
    { config: workers, schema: { summary: "Withdraw a person's registration link", params, response: done } },
    async (request, reply) => {
      await withdrawInvitation(services.database, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
