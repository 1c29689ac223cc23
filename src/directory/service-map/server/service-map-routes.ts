import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { MapQuery, ServiceMap } from '../service-map.ts'
import { findMap } from './find-map.ts'

/** What a search finds, on a map. */
export const serviceMapRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'timeZone'>
}> = async (app, { database, config }) => {
  app.get(
    '/api/service/map',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'What a search finds in a part of the map, in at most 300 cells and places',
        querystring: MapQuery,
        response: { 200: ServiceMap },
      },
    },
    (request) => findMap(database, request.query, config.timeZone),
  )
}
