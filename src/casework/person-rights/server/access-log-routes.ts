import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import {
  AccessLogExportQuery,
  AccessLogPage,
  AccessLogQuery,
  MyRecords,
  NetworkAccessLogPage,
} from '../access-log-entry.ts'
import { maySeeAccessLog } from '../person-rights-policy.ts'
import { accessLogCsv } from './access-log-csv.ts'
import { listAccessLog, listNetworkAccessLog, listWholeAccessLog } from './access-log-queries.ts'
import { getRequestedRecord, listMyRecords } from './my-records.ts'

const tags = ['access log']
const params = z.object({ id: Id })
const readers = { access: ['organization-admin', 'platform-admin', 'community-member'] as const }

/** Who saw a person's details: for the person, their organization's admins and platform admins. */
export const accessLogRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/myRecord',
    {
      config: { access: ['community-member'] },
      schema: { tags, summary: 'What is on record about me, and who looked at it', response: { 200: MyRecords } },
    },
    async (request) => ({ items: await listMyRecords(database, actorOf(request).accountId), nextCursor: null }),
  )
  app.get(
    '/api/admin/accessLog',
    {
      config: { access: ['platform-admin'] },
      schema: {
        tags,
        summary: 'Who looked at records, in the whole network',
        querystring: AccessLogQuery,
        response: { 200: NetworkAccessLogPage },
      },
    },
    (request) => listNetworkAccessLog(database, request.query),
  )
  app.get(
    '/api/contact/:id/accessLog',
    {
      config: readers,
      schema: {
        tags,
        summary: "Who looked at a person's record",
        params,
        querystring: AccessLogQuery,
        response: { 200: AccessLogPage },
      },
    },
    async (request) => {
      const { id } = await getRequestedRecord(database, actorOf(request), request.params.id, maySeeAccessLog)
      return listAccessLog(database, id, request.query)
    },
  )
  app.get(
    '/api/contact/:id/accessLog/export',
    {
      config: readers,
      schema: {
        tags,
        summary: "Download who looked at a person's record",
        params,
        querystring: AccessLogExportQuery,
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { id } = await getRequestedRecord(database, actorOf(request), request.params.id, maySeeAccessLog)
      const entries = await listWholeAccessLog(database, id)
      return reply
        .header('content-disposition', 'attachment; filename="access-log.csv"')
        .type('text/csv; charset=utf-8')
        .send(accessLogCsv(entries, request.query.language))
    },
  )
}
