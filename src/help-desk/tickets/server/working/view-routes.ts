import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { listViews, removeView, saveView, type ViewScope } from '#identity/list-views/server/list-views-public.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import { handlesTickets } from '../../help-desk-policy.ts'
import { NewTicketView, TicketView, TicketViews } from '../../ticket-view.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { requireOrderedDays } from '../ticket-scope.ts'

const config = { access: 'signed-in' } as const
const params = z.object({ id: Id })
const path = '/api/supportPortal/supportRequestView/'

const scopeOf = (actor: Actor): ViewScope => ({
  ...{ list: 'tickets', actor, isAgent: handlesTickets(actor), subjectType: 'supportRequestView' },
})
type Filters = TicketView['filters']

/** Saved filters of the list. */
export const viewRoutes: FastifyPluginAsyncZod<Pick<HelpDeskServices, 'database'>> = async (app, { database }) => {
  app.get(
    path,
    { config, schema: { summary: 'My saved filters', response: { 200: TicketViews } } },
    async (request) => ({
      items: await listViews<Filters>(database, scopeOf(actorOf(request))),
    }),
  )
  app.post(
    path,
    { config, schema: { summary: 'Save a filter', body: NewTicketView, response: { 201: TicketView } } },
    async (request, reply) => {
      requireOrderedDays(request.body.filters, 'filters')
      return reply.code(201).send(await saveView<Filters>(database, scopeOf(actorOf(request)), request.body))
    },
  )
  app.put(
    `${path}:id`,
    {
      config,
      schema: { summary: 'Change a saved filter', params, body: NewTicketView, response: { 200: TicketView } },
    },
    (request) => {
      requireOrderedDays(request.body.filters, 'filters')
      return saveView<Filters>(database, scopeOf(actorOf(request)), request.body, request.params.id)
    },
  )
  app.delete(
    `${path}:id`,
    { config, schema: { summary: 'Remove a saved filter', params, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeView(database, scopeOf(actorOf(request)), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
