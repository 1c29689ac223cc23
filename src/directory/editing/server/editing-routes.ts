import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listChanges } from '#directory/listings/server/listings-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { editorRoles } from '../editing-policy.ts'
import {
  Confirmation,
  EditedService,
  Listings,
  NewService,
  ServiceHistory,
  ServicePreview,
  ServiceSave,
} from '../service-editing.ts'
import { addService, getListings } from './add-service.ts'
import { changeService } from './change-service.ts'
import { getEditableService, getEditedService } from './get-service.ts'
import { previewService } from './preview-service.ts'
import { restoreService } from './restore-service.ts'
import { verifyService } from './verify-service.ts'

const config = { access: editorRoles }
const params = z.object({ id: Id })
const CHANGES_SHOWN = 20

/** Organizations edit what the directory says about them. */
export const editingRoutes: FastifyPluginAsyncZod<{ database: Database; config: Pick<Config, 'timeZone'> }> = async (
  app,
  { database, config: { timeZone } },
) => {
  const answer = { 200: EditedService }

  app.get(
    '/api/listing/',
    {
      config,
      schema: {
        summary: 'The services and places of an organization, to edit them',
        querystring: z.object({ organizationId: Id.optional() }),
        response: { 200: Listings },
      },
    },
    (request) => getListings(database, actorOf(request), request.query.organizationId),
  )

  app.post(
    '/api/service/',
    {
      config,
      schema: { summary: 'Add a service to the directory', body: NewService, response: { 201: EditedService } },
    },
    async (request, reply) => reply.status(201).send(await addService(database, actorOf(request), request.body)),
  )

  app.get(
    '/api/service/:id/editor',
    { config, schema: { summary: 'A service with its fields as they are edited', params, response: answer } },
    (request) => getEditedService(database, actorOf(request), request.params.id),
  )

  app.put(
    '/api/service/:id',
    { config, schema: { summary: 'Change fields of a service', params, body: ServiceSave, response: answer } },
    (request) => changeService(database, actorOf(request), request.params.id, request.body),
  )

  app.post(
    '/api/service/:id/preview',
    {
      config,
      schema: {
        summary: 'What the directory would show after a change of a service',
        params,
        body: ServiceSave,
        response: { 200: ServicePreview },
      },
    },
    (request) => previewService(database, actorOf(request), request.params.id, request.body, timeZone),
  )

  app.post(
    '/api/service/:id/verification',
    {
      config,
      schema: {
        summary: 'Confirm that everything about a service still holds',
        params,
        body: Confirmation,
        response: answer,
      },
    },
    (request) => verifyService(database, actorOf(request), request.params.id, { ...request.body, timeZone }),
  )

  app.get(
    '/api/service/:id/history',
    {
      config,
      schema: {
        summary: 'The changes of a service, newest first',
        params,
        querystring: z.object({ cursor: z.coerce.number().int().optional() }),
        response: { 200: ServiceHistory },
      },
    },
    async (request) => {
      const { id } = await getEditableService(database, actorOf(request), request.params.id)
      const page = { before: request.query.cursor ?? null, limit: CHANGES_SHOWN + 1 }
      const found = await listChanges(database, { kind: 'service', id }, page)
      const items = found.slice(0, CHANGES_SHOWN)
      return { items, nextCursor: found.length > items.length ? String(items.at(-1)?.version) : null }
    },
  )

  app.post(
    '/api/service/:id/history/:version/restore',
    {
      config,
      schema: {
        summary: 'Restore an earlier version of a service',
        params: params.extend({ version: z.coerce.number().int() }),
        body: z.object({ version: z.number().int() }),
        response: answer,
      },
    },
    (request) => {
      const { id, version: to } = request.params
      return restoreService(database, actorOf(request), id, { to, version: request.body.version })
    },
  )
}
