import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { originOf } from '#identity/accounts/server/accounts-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { Invitation, InvitationPage, InvitationQuery, NewInvitation, SentLinks } from '../invitation.ts'
import { PortalAccount, PortalAccountChange, PortalAccountPage, PortalAccountQuery } from '../portal-account.ts'
import { listAccounts } from './account-list-queries.ts'
import { changeAccount, getVisibleAccount, type TeamServices } from './change-account.ts'
import { setDeactivated } from './deactivate-account.ts'
import { endSessions } from './end-sessions.ts'
import { requestFactorReset } from './factor-reset.ts'
import { listInvitations } from './invitation-queries.ts'
import { invite, resendInvitation, withdrawInvitation } from './invite.ts'
import { listLinks, withdrawLink } from './link-queries.ts'
import { orderReset } from './order-reset.ts'

const signedIn = { access: 'signed-in' as const }
const admins = { access: ['organization-admin', 'platform-admin'] as const }
const changing = { ...admins, credentials: true, fresh: true }
const params = z.object({ id: Id })
const done = { 204: z.null() }
const base = '/api/portalAccount'

/** The people of an organization: their accounts, their roles, and the links that were sent to them. */
export const teamRoutes: FastifyPluginAsyncZod<TeamServices> = async (app, services) => {
  const { database, config } = services
  const from = (request: FastifyRequest) => ({ ...services, origin: originOf(request) })

  app.get(
    base,
    {
      config: signedIn,
      schema: {
        summary: 'Accounts of an organization, or of all',
        querystring: PortalAccountQuery,
        response: { 200: PortalAccountPage },
      },
    },
    (request) => listAccounts(database, actorOf(request), request.query, config.productName),
  )
  app.get(
    `${base}/:id`,
    { config: signedIn, schema: { summary: 'An account', params, response: { 200: PortalAccount } } },
    async (request) => (await getVisibleAccount(services, actorOf(request), request.params.id)).account,
  )
  app.put(
    base,
    {
      config: { ...signedIn, credentials: true, fresh: 'depends' },
      schema: { summary: 'Change an account', body: PortalAccountChange, response: { 200: PortalAccount } },
    },
    (request) => changeAccount(from(request), actorOf(request), request.body),
  )
  for (const [word, isDeactivated] of [
    ['deactivate', true],
    ['reactivate', false],
  ] as const)
    app.post(
      `${base}/:id/${word}`,
      {
        config: changing,
        schema: {
          summary: `${word === 'deactivate' ? 'Deactivate' : 'Reactivate'} an account`,
          params,
          response: { 200: PortalAccount },
        },
      },
      (request) => setDeactivated(from(request), actorOf(request), request.params.id, isDeactivated),
    )

  app.post(
    `${base}/:id/endSessions`,
    {
      config: changing,
      schema: {
        summary: 'End all sessions of an account',
        params,
        response: { 200: z.object({ ended: z.number().int() }) },
      },
    },
    async (request) => ({ ended: await endSessions(from(request), actorOf(request), request.params.id) }),
  )

  app.post(
    `${base}/:id/forceReset`,
    { config: changing, schema: { summary: 'Require a new password of an account', params, response: done } },
    async (request, reply) => {
      await orderReset(from(request), actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    `${base}/:id/factorReset`,
    { config: changing, schema: { summary: "Remove an account's second factors", params, response: done } },
    async (request, reply) => {
      await requestFactorReset(from(request), actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${base}/:id/link`,
    {
      config: admins,
      schema: { summary: 'Links that were sent to an account', params, response: { 200: SentLinks } },
    },
    (request) => listLinks(services, actorOf(request), request.params.id),
  )
  app.delete(
    `${base}/:id/link/:linkId`,
    {
      config: { ...admins, credentials: true },
      schema: { summary: 'Withdraw a link', params: params.extend({ linkId: Id }), response: done },
    },
    async (request, reply) => {
      await withdrawLink(services, actorOf(request), request.params.id, request.params.linkId)
      return reply.code(204).send(null)
    },
  )
}

/** Invitations, for the people who send them. */
export const teamInvitationRoutes: FastifyPluginAsyncZod<TeamServices> = async (app, services) => {
  app.post(
    base,
    {
      config: changing,
      schema: { summary: 'Invite a person', body: NewInvitation, response: { 201: Invitation } },
    },
    async (request, reply) => reply.code(201).send(await invite(services, actorOf(request), request.body)),
  )
  app.get(
    `${base}/invitation`,
    {
      config: admins,
      schema: { summary: 'Invitations', querystring: InvitationQuery, response: { 200: InvitationPage } },
    },
    (request) => listInvitations(services.database, actorOf(request), request.query),
  )
  app.post(
    `${base}/invitation/:id/resend`,
    { config: changing, schema: { summary: 'Send an invitation again', params, response: { 201: Invitation } } },
    async (request, reply) =>
      reply.code(201).send(await resendInvitation(services, actorOf(request), request.params.id)),
  )
  app.delete(
    `${base}/invitation/:id`,
    {
      config: { ...admins, credentials: true },
      schema: { summary: 'Withdraw an invitation', params, response: done },
    },
    async (request, reply) => {
      await withdrawInvitation(services, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
