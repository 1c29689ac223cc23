import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { FindAccountQuery, FoundAccount, Impersonate, ImpersonateQuery } from '../impersonation.ts'
import { impersonatingRoles } from '../impersonation-policy.ts'
import { findAccountsByText } from './find-account.ts'
import { endImpersonation, impersonate } from './impersonate.ts'

export const impersonationRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  services,
) => {
  const base = '/api/portalAccount/impersonate'
  const done = { 204: z.null() }

  app.get(
    `${base}/findAccount`,
    {
      config: { access: impersonatingRoles },
      schema: {
        summary: 'Find accounts to impersonate, by name or e-mail address',
        querystring: FindAccountQuery,
        response: { 200: z.object({ items: z.array(FoundAccount) }) },
      },
    },
    async (request) => ({
      items: await findAccountsByText(services.database, actorOf(request), request.query.text),
    }),
  )
  app.post(
    base,
    {
      config: { access: impersonatingRoles, fresh: true },
      schema: {
        summary: 'Impersonate an account, with a reason',
        querystring: ImpersonateQuery,
        body: Impersonate,
        response: done,
      },
    },
    async (request, reply) => {
      const { portalAccountId: accountId } = request.query
      await impersonate(services, request, reply, { accountId, reason: request.body?.reason ?? null })
      return reply.code(204).send(null)
    },
  )
  // Open to anyone, because ending must also work after the half hour has expired.
  app.post(
    `${base}/end`,
    { config: { access: 'anyone' }, schema: { summary: 'Stop impersonating', response: done } },
    async (request, reply) => {
      await endImpersonation(services, request, reply)
      return reply.code(204).send(null)
    },
  )
}
