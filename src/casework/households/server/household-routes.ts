import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles, doesCasework } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { Household, MemberChange, NewMember } from '../household.ts'
import { addMember, changeRelation, removeMember, viewHousehold } from './change-household.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const response = { 200: Household }

function caseworker(actor: Actor) {
  if (!doesCasework(actor)) throw problem('forbidden')
  return actor
}

/** The people with whom a person lives. */
export const householdRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/contact/:id/household',
    { config, schema: { summary: "A person's household", params, response } },
    (request) => viewHousehold(database, actorOf(request), request.params.id),
  )
  app.post(
    '/api/contact/:id/household',
    { config, schema: { summary: "Add somebody to a person's household", params, body: NewMember, response } },
    (request) => addMember(database, caseworker(actorOf(request)), request.params.id, request.body),
  )
  app.put(
    '/api/contact/:id/household',
    {
      config,
      schema: { summary: "Change a person's relation to the head of household", params, body: MemberChange, response },
    },
    (request) => changeRelation(database, actorOf(request), request.params.id, request.body.relation),
  )
  app.delete(
    '/api/contact/:id/household',
    { config, schema: { summary: 'Take a person out of their household', params, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeMember(database, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
