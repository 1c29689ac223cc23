import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { MfaRequirement, MfaRequirementChange, MfaRequirementRole } from '../mfa-requirement.ts'
import { getMfaRequirement, setOrganizationRequirement, setRoleRequirement } from './mfa-requirement.ts'

/** Of whom a second factor is asked: an organization by its admin, a role by a platform admin. */
export const mfaRequirementRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  const tags = ['authenticators']
  const path = '/api/mfa/requirement'
  const answer = { 200: MfaRequirement }

  app.get(
    path,
    { config: { access: ['organization-admin', 'platform-admin'] }, schema: { tags, response: answer } },
    (request) => getMfaRequirement(database, actorOf(request)),
  )
  app.put(
    `${path}/organization`,
    {
      config: { access: ['organization-admin'], credentials: true, fresh: true },
      schema: { tags, body: MfaRequirementChange, response: answer },
    },
    async (request) => {
      await setOrganizationRequirement(database, actorOf(request), request.body)
      return getMfaRequirement(database, actorOf(request))
    },
  )
  app.put(
    `${path}/role/:roleId`,
    {
      config: { access: ['platform-admin'], credentials: true, fresh: true },
      schema: { tags, params: MfaRequirementRole, body: MfaRequirementChange, response: answer },
    },
    async (request) => {
      await setRoleRequirement(database, actorOf(request), request.params.roleId, request.body)
      return getMfaRequirement(database, actorOf(request))
    },
  )
}
