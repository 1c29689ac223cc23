import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { SearchMissExportQuery, SearchMissPage, SearchMissQuery } from '../search-miss.ts'
import { noteOpened } from './count-search.ts'
import { exportMisses } from './export-misses.ts'
import { listMisses } from './search-miss-queries.ts'

const config = { access: managerRoles }
const path = '/api/searchMiss/'

/** What people searched for in vain. */
export const searchCountsRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'timeZone'>
}> = async (app, services) => {
  app.post(
    '/api/serviceSearch/:id/opened',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Say that a service of this search was opened, so that it does not count as abandoned',
        params: z.object({ id: Id }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await noteOpened(services.database, request.params.id)
      return reply.code(204).send(null)
    },
  )
  app.get(
    path,
    {
      config,
      schema: {
        summary: 'Searches without a result that helped, most frequent first',
        querystring: SearchMissQuery,
        response: { 200: SearchMissPage },
      },
    },
    (request) => listMisses(services.database, request.query, services.config.timeZone),
  )
  app.get(
    `${path}export`,
    {
      config,
      schema: {
        summary: 'Download the searches without a result, by day',
        querystring: SearchMissExportQuery,
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { language, ...query } = request.query
      const file = await exportMisses(services, actorOf(request), query, language)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="searches-without-result.csv"')
        .header('cache-control', 'no-store')
        .send(file)
    },
  )
}
