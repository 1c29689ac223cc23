import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { ApplyImport, ImportRun } from '../import-run.ts'
import { discardRun, startApplying, startCheck, startUndo } from './act-on-run.ts'

const config = { access: managerRoles }
const path = '/api/import/'
const params = z.object({ id: Id })

/** What a data manager decides about an import. */
export const decisionRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.post(
    `${path}:id/check`,
    { config, schema: { summary: 'Start the dry run of an import', params, response: { 200: ImportRun } } },
    (request) => startCheck(database, actorOf(request), request.params.id),
  )
  app.post(
    `${path}:id/apply`,
    {
      config,
      schema: { summary: 'Apply an import after its dry run', params, body: ApplyImport, response: { 200: ImportRun } },
    },
    (request) => startApplying(database, actorOf(request), request.params.id, request.body),
  )
  app.post(
    `${path}:id/discard`,
    { config, schema: { summary: 'Give up an import before it is applied', params, response: { 200: ImportRun } } },
    (request) => discardRun(database, actorOf(request), request.params.id),
  )
  app.post(
    `${path}:id/undo`,
    { config, schema: { summary: 'Undo the last import of a source', params, response: { 200: ImportRun } } },
    (request) => startUndo(database, actorOf(request), request.params.id),
  )
}
