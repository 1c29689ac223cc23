import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { roleKeys } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { roleName } from '../role.ts'
import { AccountRoles, OrganizationChange, Role } from '../super-admin.ts'
import { originOf } from './account-event.ts'
import { listRoles } from './account-queries.ts'
import { changeOwnOrganization, updateOwnRoles } from './super-admin.ts'

/** A developer's own organization and roles. */
export const superAdminRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  services,
) => {
  const {
    database,
    config: { productName },
  } = services
  const config = { access: ['developer'] as const }
  const base = '/api/admin/utilities'

  app.get(
    `${base}/getRoles`,
    { config, schema: { summary: 'All roles', response: { 200: z.array(Role) } } },
    async () => roleKeys.map((key) => roleName(key, productName)),
  )

  const listOwn = async (portalAccountId: string) =>
    (await listRoles(database, portalAccountId)).map((roleId) => ({ roleId, portalAccountId, isDeleted: false }))
  app.get(
    `${base}/getPortalAccountRoles`,
    { config, schema: { summary: 'My own roles', response: { 200: AccountRoles } } },
    (request) => listOwn(actorOf(request).accountId),
  )

  app.post(
    `${base}/changeOrganization`,
    {
      config: { ...config, credentials: true, fresh: true },
      schema: {
        summary: 'Move my account to another organization',
        querystring: z.object({ newOrgId: Id }),
        body: OrganizationChange,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const given = { organizationId: request.query.newOrgId, lines: request.body?.roles }
      await changeOwnOrganization(services, actorOf(request), given, originOf(request))
      return reply.code(204).send(null)
    },
  )

  app.put(
    `${base}/updatePortalAccountRoles`,
    {
      config: { ...config, credentials: true, fresh: true },
      schema: { summary: 'Set my own roles', body: AccountRoles, response: { 200: AccountRoles } },
    },
    async (request) => {
      const actor = actorOf(request)
      await updateOwnRoles(services, actor, request.body, originOf(request))
      return listOwn(actor.accountId)
    },
  )
}
