import { createReadStream, statSync } from 'node:fs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listTownsIn } from '#directory/places/server/places-public.ts'
import { BoxText } from '#directory/services/service-search.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { MapBase, MapTown } from '../service-map.ts'

const TOWNS_SHOWN = 40

/** The bytes of a request's Range header; null without one, or for a form that nobody needs here. */
function readRange(header: string | undefined, size: number) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined) return null
  return { start: Number(from), end: Math.min(to ? Number(to) : size - 1, size - 1) }
}

/** What is drawn below the results: counties and towns, or what the operator configured. */
export const baseMapRoutes: FastifyPluginAsyncZod<{
  database: Database
  config: Pick<Config, 'map'>
}> = async (app, { database, config: { map } }) => {
  if (map.tilesFile && !statSync(map.tilesFile, { throwIfNoEntry: false })?.isFile())
    throw new Error(`MAP_PMTILES: there is no file ${map.tilesFile}`)

  app.get(
    '/api/service/map/base',
    {
      config: { access: 'signed-in' },
      schema: { summary: 'Where the base map comes from', response: { 200: MapBase } },
    },
    async () => ({ styleUrl: map.styleUrl, hasTiles: map.tilesFile !== null }),
  )

  app.get(
    '/api/service/map/towns',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'The larger towns of a part of the map',
        querystring: z.object({ view: BoxText }),
        response: { 200: z.object({ items: z.array(MapTown) }) },
      },
    },
    async (request) => ({ items: await listTownsIn(database, request.query.view, TOWNS_SHOWN) }),
  )

  app.get(
    '/api/service/map/tiles',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'The tiles of the base map, a PMTiles file that is read in parts',
        produces: ['application/octet-stream'],
      },
    },
    async (request, reply) => {
      if (!map.tilesFile) throw problem('not-found')
      const { size, mtimeMs } = statSync(map.tilesFile)
      reply
        .type('application/octet-stream')
        .header('accept-ranges', 'bytes')
        .header('etag', `"${size}-${mtimeMs}"`)
        .header('cache-control', 'private, max-age=3600')
      const range = readRange(request.headers.range, size)
      if (!range) return reply.header('content-length', size).send(createReadStream(map.tilesFile))
      const { start, end } = range
      if (start > end) return reply.code(416).header('content-range', `bytes */${size}`).send()
      return reply
        .code(206)
        .header('content-range', `bytes ${start}-${end}/${size}`)
        .header('content-length', end - start + 1)
        .send(createReadStream(map.tilesFile, range))
    },
  )
}
