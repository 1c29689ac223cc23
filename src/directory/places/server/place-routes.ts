import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { line } from '#platform/schema/fields.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { NamedArea } from '../area.ts'
import { SearchStarts } from '../search-start.ts'
import { ZipPlace } from '../zip-code.ts'
import { searchAreas } from './find-areas.ts'
import { findNearestStart, findStarts } from './find-starts.ts'

/** The places of the country, for those who enter addresses. */
export const placeRoutes: FastifyPluginAsyncZod<{ database: Database; config: Pick<Config, 'geocoderUrl'> }> = async (
  app,
  { database, config },
) => {
  app.get(
    '/api/area/',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'ZIP codes, towns, counties and states whose name begins like this',
        querystring: z.object({ text: line(100, 1) }),
        response: { 200: z.object({ items: z.array(NamedArea) }) },
      },
    },
    async (request) => ({ items: await searchAreas(database, request.query.text) }),
  )

  app.get(
    '/api/searchStart/',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Towns and counties of this name, or where this address is, each with its ZIP code',
        querystring: z.object({ text: line(100, 1) }),
        response: { 200: SearchStarts },
      },
    },
    async (request) => ({ items: await findStarts(database, request.query.text, config.geocoderUrl) }),
  )

  app.get(
    '/api/searchStart/nearest',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'The ZIP code next to a position',
        querystring: z.object({
          latitude: z.coerce.number().min(-90).max(90),
          longitude: z.coerce.number().min(-180).max(180),
        }),
        response: { 200: SearchStarts },
      },
    },
    async (request) => ({ items: await findNearestStart(database, request.query) }),
  )

  app.get(
    '/api/zipCode/:zip',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'The town, state and time zone of a ZIP code',
        params: z.object({ zip: z.string().regex(/^\d{5}$/) }),
        response: { 200: ZipPlace },
      },
    },
    async (request) => {
      const place = await database
        .selectFrom('place')
        .select(['town', 'state', 'timeZone'])
        .where('zip', '=', request.params.zip)
        .executeTakeFirst()
      if (!place) throw problem('not-found')
      return place
    },
  )
}
