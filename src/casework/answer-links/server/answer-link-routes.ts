import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import {
  AnswerCall,
  AppointCall,
  AskCall,
  AskCode,
  CancelCall,
  ClosedAnswer,
  EnterCode,
  LinkedReferral,
  LinkUse,
  OpenedAnswer,
  SessionCall,
} from '../answer-link.ts'
import { answerByLink, appointByLink, askByLink, cancelByLink, getLinkUse, readAnswer } from './answer-by-code.ts'
import { enterProof, readClosedAnswer, sendProof } from './prove-address.ts'

interface Services {
  database: Database
  config: Config
}
const config = { access: 'anyone' as const, limitedAs: 'shared-page' as const }
const params = z.object({ code: z.string().min(1).max(100) })
const response = { 200: LinkedReferral }
const path = '/api/answerLink/open/:code'

/** Answers of a recipient without an account. The session travels in the body, never in a URL. */
export const answerLinkRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { database } = services
  app.get(
    '/api/referral/:id/answerLink',
    {
      config: { access: caseworkRoles },
      schema: {
        summary: 'Who opened the link of a referral, for its sender',
        params: z.object({ id: Id }),
        response: { 200: LinkUse },
      },
    },
    (request) => getLinkUse(database, actorOf(request), request.params.id),
  )
  app.get(
    path,
    {
      config,
      schema: { summary: 'Who asks, before the address is proved', params, response: { 200: ClosedAnswer } },
    },
    (request) => readClosedAnswer(database, request.params.code),
  )
  app.post(
    `${path}/code`,
    {
      config,
      schema: {
        summary: 'Send a code to the address of the link',
        params,
        body: AskCode,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await sendProof(database, services.config, request.params.code, request.body.language)
      return reply.code(204).send(null)
    },
  )
  app.post(
    path,
    {
      config,
      schema: { summary: 'Prove the address with its code', params, body: EnterCode, response: { 200: OpenedAnswer } },
    },
    (request) => enterProof(database, request.params.code, request.body.code),
  )
  app.post(
    `${path}/read`,
    { config, schema: { summary: 'What was shared with us, by link', params, body: SessionCall, response } },
    (request) => readAnswer(services, request.params.code, request.body.session),
  )
  app.post(
    `${path}/answer`,
    { config, schema: { summary: 'Answer a referral by link', params, body: AnswerCall, response } },
    (request) => answerByLink(services, request.params.code, request.body),
  )
  app.post(
    `${path}/appointment`,
    { config, schema: { summary: 'Record or change the appointment by link', params, body: AppointCall, response } },
    (request) => appointByLink(services, request.params.code, request.body),
  )
  app.post(
    `${path}/appointment/cancel`,
    { config, schema: { summary: 'Cancel the appointment by link', params, body: CancelCall, response } },
    (request) => cancelByLink(services, request.params.code, request.body),
  )
  app.post(
    `${path}/message`,
    { config, schema: { summary: 'Write to the sender by link', params, body: AskCall, response } },
    (request) => askByLink(services, request.params.code, request.body),
  )
}
