import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { MfaRequirement, MfaRequirementChange, MfaRequirementRole } from '../mfa-requirement.ts'
import { getMfaRequirement, setRoleRequirement } from './mfa-requirement.ts'

/** Which roles need a second factor, set by platform admins. */
export const mfaRequirementRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  const path = '/api/mfa/requirement'
  const answer = { 200: MfaRequirement }

  app.get(
    path,
    {
      config: { access: ['platform-admin'] },
      schema: { summary: 'Which roles need a second factor', response: answer },
    },
    () => getMfaRequirement(database),
  )
  app.put(
    `${path}/role/:roleId`,
    {
      config: { access: ['platform-admin'], credentials: true, fresh: true },
      schema: {
        summary: 'Require a second factor for a role, or stop requiring it',
        params: MfaRequirementRole,
        body: MfaRequirementChange,
        response: answer,
      },
    },
    async (request) => {
      await setRoleRequirement(database, actorOf(request), request.params.roleId, request.body)
      return getMfaRequirement(database)
    },
  )
}
