import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import { readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import {
  DuplicatePage,
  DuplicateQuery,
  MergedPage,
  MergedQuery,
  PairComparison,
  PairDecision,
  PairMerge,
} from '../duplicate-pair.ts'
import { comparePair } from './compare-pair.ts'
import { decidePair } from './decide-pair.ts'
import { listMerged } from './list-merged.ts'
import { listPairs } from './list-pairs.ts'
import { mergePair, separatePair } from './merge-pair.ts'

const config = { access: managerRoles }
const params = z.object({ id: Id })

/** Pairs of listings that may be the same one, for data managers. */
export const duplicateRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'timeZone'>
}> = async (app, { database, config: { timeZone } }) => {
  app.get(
    '/api/duplicate/',
    {
      config,
      schema: {
        summary: 'Pairs of listings that may be the same one, the most alike first',
        querystring: DuplicateQuery,
        response: { 200: DuplicatePage },
      },
    },
    (request) => {
      const { state, kind, limit, cursor } = request.query
      const after = readCursor(cursor, [z.number().int(), Id]) as [number, string] | undefined
      return listPairs(database, { state, kind, limit, after })
    },
  )

  app.get(
    '/api/duplicate/:id',
    {
      config,
      schema: {
        summary: 'Two listings side by side, with the fields in which they differ',
        params,
        response: { 200: PairComparison },
      },
    },
    (request) => comparePair(database, actorOf(request), request.params.id, timeZone),
  )

  app.get(
    '/api/duplicate/merged',
    {
      config,
      schema: {
        summary: 'The merges that can be undone, newest first',
        querystring: MergedQuery,
        response: { 200: MergedPage },
      },
    },
    (request) => {
      const { kind, limit, cursor } = request.query
      const after = readCursor(cursor, [Timestamp, Id]) as [string, string] | undefined
      return listMerged(database, { kind, limit, after })
    },
  )

  app.post(
    '/api/duplicate/:id/merge',
    {
      config,
      schema: {
        summary: 'Merge two listings: one stays, and takes values of the other',
        params,
        body: PairMerge,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await mergePair(database, actorOf(request), request.params.id, request.body, timeZone)
      return reply.status(204).send(null)
    },
  )

  app.post(
    '/api/duplicate/:id/separation',
    {
      config,
      schema: { summary: 'Undo a merge: both listings are shown again', params, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await separatePair(database, actorOf(request), request.params.id, timeZone)
      return reply.status(204).send(null)
    },
  )

  app.put(
    '/api/duplicate/:id/decision',
    {
      config,
      schema: {
        summary: 'Say that two listings are different, look at them later, or propose them again',
        params,
        body: PairDecision,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await decidePair(database, actorOf(request), request.params.id, request.body)
      return reply.status(204).send(null)
    },
  )
}
