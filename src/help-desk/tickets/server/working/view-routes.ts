import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { NewTicketView, TicketView, TicketViews } from '../../ticket-view.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { listViews, removeView, saveView } from './view-queries.ts'

const config = { access: 'signed-in' } as const
const params = z.object({ id: Id })
const path = '/api/supportPortal/supportRequestView/'

/** Saved filters of the list. */
export const viewRoutes: FastifyPluginAsyncZod<Pick<HelpDeskServices, 'database'>> = async (app, { database }) => {
  app.get(
    path,
    { config, schema: { summary: 'My saved filters', response: { 200: TicketViews } } },
    async (request) => ({
      items: await listViews(database, actorOf(request)),
    }),
  )
  app.post(
    path,
    { config, schema: { summary: 'Save a filter', body: NewTicketView, response: { 201: TicketView } } },
    async (request, reply) => reply.code(201).send(await saveView(database, actorOf(request), request.body)),
  )
  app.put(
    `${path}:id`,
    {
      config,
      schema: { summary: 'Change a saved filter', params, body: NewTicketView, response: { 200: TicketView } },
    },
    (request) => saveView(database, actorOf(request), request.body, request.params.id),
  )
  app.delete(
    `${path}:id`,
    { config, schema: { summary: 'Remove a saved filter', params, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeView(database, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
