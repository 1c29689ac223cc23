import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { readTimeZone } from '#platform/server/read-time-zone.ts'
import {
  ActivityPage,
  ActivityQuery,
  NewNote,
  SupportRequest,
  SupportRequestChange,
  SupportRequestNote,
  SupportRequestPage,
  SupportRequestQuery,
} from '../support-request-call.ts'
import { listActivity } from './activity-queries.ts'
import { addNote } from './add-note.ts'
import { changeSupportRequest } from './change-support-request.ts'
import { getSupportRequest, requireVisible } from './get-support-request.ts'
import type { HelpDeskServices } from './help-desk-services.ts'
import { IdempotencyHeaders } from './idempotency-headers.ts'
import { listMergedTickets } from './merging/merge-queries.ts'
import { listSupportRequests } from './support-request-list-queries.ts'

const config = { access: 'signed-in' } as const
const params = z.object({ id: Id })
const path = '/api/supportPortal/supportRequest/'

/** The tickets of the help desk. */
export const supportRequestRoutes: FastifyPluginAsyncZod<HelpDeskServices> = async (app, services) => {
  const { database } = services
  app.get(
    path,
    {
      config,
      schema: {
        summary: 'Tickets that the reader may see, filtered and sorted',
        querystring: SupportRequestQuery,
        response: { 200: SupportRequestPage },
      },
    },
    (request) =>
      listSupportRequests(database, actorOf(request), request.query, readTimeZone(request.headers['time-zone'])),
  )

  app.put(
    path,
    {
      config,
      schema: {
        summary: "Change a ticket's status or my e-mail updates",
        body: SupportRequestChange,
        response: { 200: SupportRequest },
      },
    },
    (request) => changeSupportRequest(services, actorOf(request), request.body),
  )

  app.get(
    `${path}:id`,
    { config, schema: { summary: 'A ticket', params, response: { 200: SupportRequest } } },
    (request) => getSupportRequest(database, actorOf(request), request.params.id),
  )

  app.get(
    `${path}:id/activity`,
    {
      config,
      schema: {
        summary: 'Notes and changes of a ticket',
        params,
        querystring: ActivityQuery,
        response: { 200: ActivityPage },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const ticket = await requireVisible(database, actor, request.params.id)
      const merged = ticket.mergedCount > 0 ? await listMergedTickets(database, actor, ticket.id, ticket) : []
      return listActivity(database, actor, [ticket.id, ...merged.map(({ id }) => id)], request.query)
    },
  )

  app.post(
    `${path}:id/note`,
    {
      config,
      schema: {
        summary: 'Add a note to a ticket; the same words under the same Idempotency-Key answer the note that was made',
        params,
        headers: IdempotencyHeaders,
        body: NewNote,
        response: { 201: SupportRequestNote },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      return reply.code(201).send(await addNote(services, actorOf(request), request.params.id, request.body, key))
    },
  )
}
