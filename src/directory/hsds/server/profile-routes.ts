import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '#platform/server/config.ts'
import { problem } from '#platform/server/problem.ts'
import { writeProfile } from './profile-documents.ts'

const config = { access: 'anyone' as const, isOpenToOtherSites: true }
const Document = z.record(z.string(), z.unknown())
const querystring = z.strictObject({})

/** `/hsds/profile/`: what the published records contain beside the standard. */
export const profileRoutes: FastifyPluginAsyncZod<{ config: Pick<Config, 'publicUrl' | 'productName'> }> = async (
  app,
  { config: portal },
) => {
  const { index, schemas, openapi } = writeProfile(portal)

  app.get(
    '/hsds/profile/',
    {
      config,
      schema: { summary: 'What this directory adds to HSDS 3.1', querystring, response: { 200: Document } },
    },
    async () => index,
  )

  app.get(
    '/hsds/profile/openapi.json',
    {
      config,
      schema: {
        summary: 'The calls of the open data as an OpenAPI document',
        querystring,
        response: { 200: Document },
      },
    },
    async () => openapi,
  )

  app.get(
    '/hsds/profile/schema/:file',
    {
      config,
      schema: {
        summary: 'A schema of HSDS 3.1 with what this directory adds to it',
        params: z.object({ file: z.string() }),
        querystring,
        response: { 200: Document },
      },
    },
    async ({ params }) => {
      const schema = schemas.get(params.file)
      if (!schema) throw problem('not-found')
      return schema
    },
  )
}
