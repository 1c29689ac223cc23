import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import {
  NewPersonPair,
  PersonPairAnswer,
  PersonPairCount,
  PersonPairDecision,
  PersonPairPage,
  PersonPairQuery,
} from '../person-pair.ts'
import { caseworker, decidePair } from './decide-pair.ts'
import { countPairs, listPairs } from './list-pairs.ts'
import { pairPeople } from './pair-people.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })

/** Pairs of records that may be of one person, for those who work with people. */
export const pairRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/personPair/',
    {
      config,
      schema: {
        summary: 'Pairs of people who may be the same, the most alike first',
        querystring: PersonPairQuery,
        response: { 200: PersonPairPage },
      },
    },
    (request) => {
      const { state, limit, cursor } = request.query
      const after = readCursor(cursor, [z.number().int(), Id]) as [number, string] | undefined
      return listPairs(database, caseworker(actorOf(request)), { state, limit, after })
    },
  )

  app.get(
    '/api/personPair/count',
    { config, schema: { summary: 'How many pairs nobody decided about', response: { 200: PersonPairCount } } },
    async (request) => ({ count: await countPairs(database, caseworker(actorOf(request)).organizationId) }),
  )

  app.post(
    '/api/contact/:id/pair',
    {
      config,
      schema: {
        summary: 'Put two records side by side that are of the same person, proposed or not',
        params,
        body: NewPersonPair,
        response: { 200: PersonPairAnswer },
      },
    },
    (request) =>
      pairPeople(database, caseworker(actorOf(request)), {
        ...{ contactId: request.params.id, otherId: request.body.otherId },
      }),
  )

  app.put(
    '/api/personPair/:id/decision',
    {
      config,
      schema: {
        summary: 'Say that two people are not the same, or propose them again',
        params,
        body: PersonPairDecision,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await decidePair(database, caseworker(actorOf(request)), request.params.id, request.body)
      return reply.status(204).send(null)
    },
  )
}
