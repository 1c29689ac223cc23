import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import {
  answerRoles,
  CannedAnswer,
  CannedAnswerChange,
  CannedAnswerPage,
  CannedAnswerQuery,
  NewCannedAnswer,
} from '../canned-answer.ts'
import { listCannedAnswers } from './canned-answer-queries.ts'
import { changeCannedAnswer, createCannedAnswer, removeCannedAnswer } from './save-canned-answer.ts'

const config = { access: [...answerRoles] }
const params = z.object({ id: Id })
const path = '/api/supportPortal/cannedAnswer/'

/** Canned answers: maintained by people who handle tickets. */
export const cannedAnswerRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
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
}
