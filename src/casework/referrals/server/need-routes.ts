import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { NeedsQuery, NewNeed, PersonNeeds } from '../person-need.ts'
import { endNeed, openNeed, viewNeeds } from './person-needs.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const response = { 200: PersonNeeds }

/** The needs of a person, before and after anything is sent for them. */
export const needRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/referralRequest/',
    { config, schema: { summary: 'The needs of a person, with what was tried', querystring: NeedsQuery, response } },
    async (request) => ({
      items: await viewNeeds(database, actorOf(request), request.query.contactId),
      nextCursor: null,
    }),
  )

  app.post(
    '/api/referralRequest/',
    { config, schema: { summary: 'Record a need of a person', body: NewNeed, response } },
    (request) =>
      runAct(database, async (transaction) => {
        const actor = actorOf(request)
        await openNeed(transaction, actor, request.body)
        return { items: await viewNeeds(transaction, actor, request.body.contactId), nextCursor: null }
      }),
  )

  app.post(
    '/api/referralRequest/:id/end',
    { config, schema: { summary: 'End a need that nobody was asked to meet', params, response } },
    async (request) => ({ items: await endNeed(database, actorOf(request), request.params.id), nextCursor: null }),
  )
}
