import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import { readTimeZone } from '#platform/server/read-time-zone.ts'
import { Assignable, BulkAnswer, BulkChange, NewAssignments, TicketSelection, UndoAnswer } from '../../bulk-change.ts'
import { handlesTickets, mayExportTickets } from '../../help-desk-policy.ts'
import { TicketCounts, TicketCountsQuery, TicketExportQuery, TicketSelectionQuery } from '../../support-request-call.ts'
import { Presence, Present } from '../../ticket-presence.ts'
import { requireVisible } from '../get-support-request.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { listSelection } from '../support-request-list-queries.ts'
import { listAssignable, listNewAssignments, seeAssignments } from './assignee-queries.ts'
import { changeTickets } from './change-tickets.ts'
import { exportTickets } from './export-tickets.ts'
import { listPresent, savePresence } from './presence-queries.ts'
import { countTickets } from './ticket-count-queries.ts'
import { undoChange } from './undo-change.ts'

const config = { access: 'signed-in' } as const
const ofAgents = { access: ['support-agent', 'platform-admin'] } as const
const path = '/api/supportPortal/supportRequest/'
const ofTicket = z.object({ id: Id })
const nothing = { 204: z.null() }

/** Working on many tickets: bulk changes, assignment, presence, counts, export. */
export const workingRoutes: FastifyPluginAsyncZod<HelpDeskServices> = async (app, { database }) => {
  app.post(
    `${path}bulk`,
    {
      config,
      schema: { summary: 'Change many tickets at once', body: BulkChange, response: { 200: BulkAnswer } },
    },
    (request) => changeTickets(database, actorOf(request), request.body),
  )
  app.get(
    `${path}selection`,
    {
      config,
      schema: {
        summary: 'Tickets that match a filter, with their versions',
        querystring: TicketSelectionQuery,
        response: { 200: TicketSelection },
      },
    },
    (request) => listSelection(database, actorOf(request), request.query, readTimeZone(request.headers['time-zone'])),
  )
  app.post(
    `${path}bulk/:bulkId/undo`,
    {
      config,
      schema: {
        summary: 'Undo a change of many tickets',
        params: z.object({ bulkId: Id }),
        response: { 200: UndoAnswer },
      },
    },
    (request) => undoChange(database, actorOf(request), request.params.bulkId),
  )

  app.get(
    `${path}assignable`,
    {
      config: ofAgents,
      schema: { summary: 'People to whom tickets can be assigned', response: { 200: Assignable } },
    },
    () => listAssignable(database),
  )
  app.get(
    `${path}newAssignments`,
    {
      config,
      schema: { summary: 'How many tickets were newly assigned to me', response: { 200: NewAssignments } },
    },
    async (request) =>
      handlesTickets(actorOf(request)) ? listNewAssignments(database, actorOf(request).accountId) : { items: [] },
  )
  app.post(
    `${path}newAssignments/seen`,
    { config, schema: { summary: 'Mark all new assignments as seen', response: nothing } },
    async (request, reply) => {
      await seeAssignments(database, actorOf(request).accountId)
      return reply.code(204).send(null)
    },
  )
  app.post(
    `${path}:id/assignmentSeen`,
    { config, schema: { summary: 'Mark a new assignment as seen', params: ofTicket, response: nothing } },
    async (request, reply) => {
      await requireVisible(database, actorOf(request), request.params.id)
      await seeAssignments(database, actorOf(request).accountId, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${path}counts`,
    {
      config: { ...config, isPassive: true },
      schema: {
        summary: 'How many tickets there are of each kind',
        querystring: TicketCountsQuery,
        response: { 200: TicketCounts },
      },
    },
    (request) => countTickets(database, actorOf(request), request.query, readTimeZone(request.headers['time-zone'])),
  )

  app.post(
    `${path}:id/presence`,
    {
      config: { ...config, isPassive: true },
      schema: {
        summary: 'Say that I have a ticket open, and learn who else has',
        params: ofTicket,
        body: Presence,
        response: { 200: Present },
      },
    },
    async (request) => {
      const ticket = await requireVisible(database, actorOf(request), request.params.id)
      await savePresence(database, actorOf(request), ticket, request.body)
      return listPresent(database, actorOf(request), ticket.id)
    },
  )

  app.get(
    `${path}export`,
    { config, schema: { summary: 'Download tickets', querystring: TicketExportQuery, produces: ['text/csv'] } },
    async (request, reply) => {
      const actor = actorOf(request)
      if (!mayExportTickets(actor)) throw problem('forbidden')
      const { language, timeZone, ...query } = request.query
      const zone = readTimeZone(timeZone)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="tickets.csv"')
        .send(await exportTickets(database, actor, query, { zone, language }))
    },
  )
}
