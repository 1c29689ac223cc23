import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import {
  ClosedConsentRequest,
  ConsentRequests,
  NewConsentRequest,
  OpenConsentCall,
  OpenConsentRequest,
  OpenedSession,
  ReadConsentCall,
  RefuseCall,
  SendAgainCall,
  SentConsentRequest,
  SIGNATURE_LENGTH,
  SignCall,
} from '../consent-request.ts'
import { type AnswerServices, readRequest, refuseRequest, signRequest } from './answer-request.ts'
import { askConsent, listConsentRequests, sendAgain, takeBack } from './ask-consent.ts'
import { openRequest, readClosedRequest } from './open-consent-request.ts'

/** A drawn signature, with the terms that it is for. */
const SIGN_LIMIT = SIGNATURE_LENGTH + 100_000
const staff = { access: caseworkRoles }
const holder = { access: 'anyone' as const, limitedAs: 'shared-page' as const }
const params = z.object({ id: Id })
const ofRequest = params.extend({ requestId: Id })
const byCode = z.object({ code: z.string().min(1).max(100) })
const requests = { 200: ConsentRequests }

/** Consents that staff ask people for by a link. */
export const consentRequestRoutes: FastifyPluginAsyncZod<AnswerServices> = async (app, services) => {
  const { database } = services
  const path = '/api/contact/:id/consentRequest'
  app.get(
    path,
    { config: staff, schema: { summary: 'Consents that a person was asked for by link', params, response: requests } },
    async (request) => ({
      items: await listConsentRequests(database, actorOf(request), request.params.id),
      nextCursor: null,
    }),
  )
  app.post(
    path,
    {
      config: staff,
      schema: {
        summary: 'Ask a person for consent by link',
        params,
        body: NewConsentRequest,
        response: { 201: SentConsentRequest },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await askConsent(services, actorOf(request), request.params.id, request.body)),
  )
  app.post(
    `${path}/:requestId/send`,
    {
      config: staff,
      schema: {
        summary: 'Send the link to a consent again',
        params: ofRequest,
        body: SendAgainCall,
        response: { 200: SentConsentRequest },
      },
    },
    (request) => {
      const { id: contactId, requestId } = request.params
      return sendAgain(services, actorOf(request), { contactId, requestId }, request.body)
    },
  )
  app.delete(
    `${path}/:requestId`,
    {
      config: staff,
      schema: { summary: 'Take back the request for a consent', params: ofRequest, response: requests },
    },
    async (request) => ({
      items: await takeBack(database, actorOf(request), request.params.id, request.params.requestId),
      nextCursor: null,
    }),
  )
  await app.register(holderRoutes, services)
}

/** The calls of the holder of a link. The session travels in the body, never in a URL. */
const holderRoutes: FastifyPluginAsyncZod<AnswerServices> = async (app, services) => {
  const { database } = services
  const path = '/api/consentRequest/open/:code'
  app.get(
    path,
    {
      config: holder,
      schema: {
        summary: 'Who asks for consent, before the birth date is known',
        params: byCode,
        response: { 200: ClosedConsentRequest },
      },
    },
    (request) => readClosedRequest(database, request.params.code),
  )
  app.post(
    path,
    {
      config: holder,
      schema: {
        summary: 'Open what I am asked to consent to',
        params: byCode,
        body: OpenConsentCall,
        response: { 200: OpenedSession },
      },
    },
    (request) => openRequest(database, request.params.code, request.body.birthDate),
  )
  const answer = { 200: OpenConsentRequest }
  app.post(
    `${path}/read`,
    {
      config: holder,
      schema: {
        summary: 'Read what I am asked to consent to',
        params: byCode,
        body: ReadConsentCall,
        response: answer,
      },
    },
    (request) => readRequest(services, request.params.code, request.body),
  )
  app.post(
    `${path}/sign`,
    {
      config: holder,
      bodyLimit: SIGN_LIMIT,
      schema: { summary: 'Give my consent through a link', params: byCode, body: SignCall, response: answer },
    },
    (request) => signRequest(services, request.params.code, request.body, request.log),
  )
  app.post(
    `${path}/refuse`,
    {
      config: holder,
      schema: { summary: 'Refuse my consent through a link', params: byCode, body: RefuseCall, response: answer },
    },
    (request) => refuseRequest(services, request.params.code, request.body),
  )
}
