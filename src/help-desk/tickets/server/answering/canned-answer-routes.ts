import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import {
  CannedAnswer,
  CannedAnswerChange,
  CannedAnswerPage,
  CannedAnswerQuery,
  fillPlaceholders,
  NewCannedAnswer,
  OfferedAnswers,
  OfferedAnswersQuery,
} from '../../canned-answer.ts'
import { requireVisible } from '../get-support-request.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { findTicket } from '../support-request-queries.ts'
import { findOffered, findReporter, listCannedAnswers } from './canned-answer-queries.ts'
import { changeCannedAnswer, createCannedAnswer, removeCannedAnswer } from './save-canned-answer.ts'

const config = { access: ['support-agent', 'platform-admin'] } as const
const params = z.object({ id: Id })
const path = '/api/supportPortal/cannedAnswer/'

/** Canned answers: maintained by people who handle tickets, and offered to them. */
export const cannedAnswerRoutes: FastifyPluginAsyncZod<HelpDeskServices> = async (app, { database }) => {
  app.get(
    path,
    {
      config,
      schema: { summary: 'Canned answers', querystring: CannedAnswerQuery, response: { 200: CannedAnswerPage } },
    },
    (request) => listCannedAnswers(database, request.query),
  )
  app.post(
    path,
    {
      config,
      schema: { summary: 'Add a canned answer', body: NewCannedAnswer, response: { 201: CannedAnswer } },
    },
    async (request, reply) => reply.code(201).send(await createCannedAnswer(database, actorOf(request), request.body)),
  )
  app.put(
    `${path}:id`,
    {
      config,
      schema: {
        summary: 'Change a canned answer',
        params,
        body: CannedAnswerChange,
        response: { 200: CannedAnswer },
      },
    },
    (request) => changeCannedAnswer(database, actorOf(request), request.params.id, request.body),
  )
  app.delete(
    `${path}:id`,
    { config, schema: { summary: 'Remove a canned answer', params, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeCannedAnswer(database, actorOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/api/supportPortal/supportRequest/:id/cannedAnswer',
    {
      config,
      schema: {
        summary: 'Canned answers filled in for a ticket',
        params,
        querystring: OfferedAnswersQuery,
        response: { 200: OfferedAnswers },
      },
    },
    async (request) => {
      const actor = actorOf(request)
      const { id, createdBy } = await requireVisible(database, actor, request.params.id)
      const ticket = await findTicket(database, actor, id)
      const [reporter, agent] = [await findReporter(database, createdBy), await findReporter(database, actor.accountId)]
      const values = {
        firstName: reporter.firstName,
        ticketNumber: ticket?.ticket.ticketNumber ?? '',
        agentName: `${agent.firstName} ${agent.lastName}`,
      }
      const offered = await findOffered(database, request.query.text, reporter.language)
      return {
        language: reporter.language,
        items: offered.map((answer) => ({ ...answer, text: fillPlaceholders(answer.text, values) })),
      }
    },
  )
}
