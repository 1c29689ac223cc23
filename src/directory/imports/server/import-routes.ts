import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { listSources } from '#directory/services/server/directory-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import {
  ImportPage,
  ImportQuery,
  ImportRun,
  ListingPage,
  ListingQuery,
  NewImport,
  PART_BYTES,
  RemarkPage,
} from '../import-run.ts'
import { addressRoutes } from './address-routes.ts'
import { decisionRoutes } from './decision-routes.ts'
import { listListings, listRemarks, streamReport } from './import-remarks.ts'
import { receiveImport, receivePart } from './receive-files.ts'
import { getRun, listRuns, requireRun } from './run-queries.ts'

const config = { access: managerRoles }
const path = '/api/import/'
const params = z.object({ id: Id })
const number = z.coerce.number().int().min(0).max(1_000_000)

/** Imports of directory data from the screen. */
export const importRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'imports'>
}> = async (app, services) => {
  const { database } = services
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: PART_BYTES },
    (_request, body, done) => done(null, body),
  )
  app.get(
    path,
    {
      config,
      schema: {
        summary: 'Imports of directory data, newest first',
        querystring: ImportQuery,
        response: { 200: ImportPage },
      },
    },
    (request) => listRuns(database, request.query),
  )
  app.get(
    `${path}source`,
    {
      config,
      schema: {
        summary: 'The sources of the directory by name',
        response: { 200: z.object({ items: z.array(z.string()) }) },
      },
    },
    async () => ({ items: await listSources(database) }),
  )
  app.post(
    path,
    {
      config,
      schema: {
        summary: `Begin an import; its files follow in parts of ${PART_BYTES} bytes`,
        body: NewImport,
        response: { 201: ImportRun },
      },
    },
    async (request, reply) =>
      reply.status(201).send(await receiveImport(database, services.config, actorOf(request), request.body)),
  )
  app.put(
    `${path}:id/file/:file/:part`,
    {
      config,
      bodyLimit: PART_BYTES,
      schema: {
        summary: 'Send one part of a file; file and part are counted from 0',
        consumes: ['application/octet-stream'],
        params: params.extend({ file: number, part: number }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id, file, part } = request.params
      if (!Buffer.isBuffer(request.body)) throw problem('unsupported-media')
      await receivePart(database, actorOf(request), { runId: id, fileNumber: file, number: part, bytes: request.body })
      return reply.status(204).send(null)
    },
  )
  await app.register(decisionRoutes, { database })
  await app.register(addressRoutes, { database })
  app.get(
    `${path}:id`,
    {
      config,
      schema: { summary: 'One import with its progress and its report', params, response: { 200: ImportRun } },
    },
    (request) => getRun(database, request.params.id),
  )
  app.get(
    `${path}:id/remark`,
    {
      config,
      schema: {
        summary: 'The rows that an import skipped, and the cells that it left out',
        params,
        querystring: ImportQuery,
        response: { 200: RemarkPage },
      },
    },
    async (request) => {
      await requireRun(database, request.params.id)
      return listRemarks(database, request.params.id, request.query)
    },
  )
  app.get(
    `${path}:id/listing`,
    {
      config,
      schema: {
        summary: 'The listings that an import adds or changes, or that are no longer in its source',
        params,
        querystring: ListingQuery,
        response: { 200: ListingPage },
      },
    },
    async (request) => {
      await requireRun(database, request.params.id)
      return listListings(database, request.params.id, request.query)
    },
  )
  app.get(
    `${path}:id/report`,
    { config, schema: { summary: 'Download the whole report of an import', params, produces: ['text/csv'] } },
    async (request, reply) => {
      await getRun(database, request.params.id)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="import-report.csv"')
        .header('cache-control', 'no-store')
        .send(streamReport(database, request.params.id))
    },
  )
}
