import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { FactsCall, ShownFacts } from '../person-fact.ts'
import { saveFacts, viewFacts } from './save-facts.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const response = { 200: ShownFacts }

/** What people say about themselves, because services ask for it. */
export const factRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/contact/:id/fact',
    { config, schema: { summary: 'What a person said that services ask for', params, response } },
    async (request) => ({
      items: await viewFacts(database, actorOf(request), request.params.id),
      nextCursor: null,
    }),
  )
  app.put(
    '/api/contact/:id/fact',
    { config, schema: { summary: 'Record what a person said', params, body: FactsCall, response } },
    async (request) => ({
      items: await saveFacts(database, actorOf(request), request.params.id, request.body),
      nextCursor: null,
    }),
  )
}
