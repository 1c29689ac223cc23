import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { StateShapes, UnmetExportQuery, UnmetQuery, UnmetReport } from '../unmet-need.ts'
import { unmetRoles } from '../unmet-policy.ts'
import { exportUnmet } from './export-unmet.ts'
import { reportUnmet } from './report-unmet.ts'
import { stateShapes } from './state-shapes.ts'

const config = { access: unmetRoles }
const path = '/api/report/unmetNeeds/'
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** Where help is missing. */
export const unmetRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'timeZone' | 'secretKeys'>
}> = async (app, services) => {
  app.get(
    path,
    {
      config,
      schema: {
        summary: 'Open needs, declines for lack of capacity or funds, and searches that found nothing, by area',
        querystring: UnmetQuery,
        response: { 200: UnmetReport },
      },
    },
    (request) => reportUnmet(services, actorOf(request), request.query),
  )
  app.get(
    `${path}export`,
    {
      config,
      schema: {
        summary: 'Download the unmet needs by area with their definitions and filters',
        querystring: UnmetExportQuery,
        produces: ['text/csv', 'application/json'],
      },
    },
    async (request, reply) => {
      const { file, language, ...query } = request.query
      const text = await exportUnmet(services, actorOf(request), query, { file, language })
      return reply
        .type(types[file])
        .header('content-disposition', `attachment; filename="unmet-needs.${file}"`)
        .header('cache-control', 'no-store')
        .send(text)
    },
  )
  app.get(
    `${path}shapes/:state`,
    {
      config,
      schema: {
        summary: "The shapes of a state's counties",
        params: z.object({ state: z.string().regex(/^\d{2}$/) }),
        response: { 200: StateShapes },
      },
    },
    async (request, reply) => {
      const shapes = await stateShapes(request.params.state)
      if (!shapes) throw problem('not-found')
      return reply.header('cache-control', 'private, max-age=86400').send(shapes)
    },
  )
}
