import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import type { PersonRows } from '#identity/people/person-rows.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { FormerPeople, MergeAnswer, PersonComparison, PersonMerge } from '../person-merge.ts'
import { comparePair } from './compare-people.ts'
import { caseworker } from './decide-pair.ts'
import { listFormerPeople } from './former-people.ts'
import { mergePeople } from './merge-people.ts'
import { splitPeople } from './split-people.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })

/** Merging two records of one person, and undoing it. */
export const mergeRoutes: FastifyPluginAsyncZod<{ database: Database; rows: readonly PersonRows[] }> = async (
  app,
  { database, rows },
) => {
  app.get(
    '/api/personPair/:id',
    {
      config,
      schema: {
        summary: 'Two people side by side, with everything on record',
        params,
        response: { 200: PersonComparison },
      },
    },
    (request) => comparePair(database, rows, caseworker(actorOf(request)), request.params.id),
  )

  app.post(
    '/api/personPair/:id/merge',
    {
      config,
      schema: {
        summary: 'Merge two records of one person: one stays, and takes fields of the other',
        params,
        body: PersonMerge,
        response: { 200: MergeAnswer },
      },
    },
    (request) =>
      mergePeople(database, rows, caseworker(actorOf(request)), { id: request.params.id, call: request.body }),
  )

  app.get(
    '/api/contact/:id/merged',
    {
      config,
      schema: { summary: "The records that were merged into a person's", params, response: { 200: FormerPeople } },
    },
    async (request) => ({
      items: await listFormerPeople(database, rows, caseworker(actorOf(request)), request.params.id),
      nextCursor: null,
    }),
  )

  app.post(
    '/api/personMerge/:id/undo',
    {
      config,
      schema: { summary: 'Undo a merge: both records are there again', params, response: { 200: MergeAnswer } },
    },
    (request) => splitPeople(database, rows, caseworker(actorOf(request)), request.params.id),
  )
}
