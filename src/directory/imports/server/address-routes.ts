import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { ImportRun, ImportSource, NewAddressImport, SourceName } from '../import-run.ts'
import { importFromAddress, listNightly, stopNightly } from './address-imports.ts'

const config = { access: managerRoles }
const path = '/api/import/'

/** Imports from the HSDS address of another directory. */
export const addressRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.post(
    `${path}address`,
    {
      config,
      schema: {
        summary: 'Read a source from an HSDS address and start its dry run',
        body: NewAddressImport,
        response: { 201: ImportRun },
      },
    },
    async (request, reply) => reply.status(201).send(await importFromAddress(database, actorOf(request), request.body)),
  )
  app.get(
    `${path}nightly`,
    {
      config,
      schema: {
        summary: 'The sources that are imported every night',
        response: { 200: z.object({ items: z.array(ImportSource) }) },
      },
    },
    async () => ({ items: await listNightly(database) }),
  )
  app.post(
    `${path}nightly/stop`,
    {
      config,
      schema: {
        summary: 'Import a source every night no more',
        body: z.object({ sourceName: SourceName }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await stopNightly(database, actorOf(request), request.body.sourceName)
      return reply.status(204).send(null)
    },
  )
}
