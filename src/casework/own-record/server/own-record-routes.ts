import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ConsentUses } from '#casework/clients/consent-use.ts'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { HelpCall } from '#casework/help-answers/help-answer.ts'
import { answerHelp } from '#casework/help-answers/server/help-answers-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { Corrections, NewCorrection, OwnRecords } from '../own-record.ts'
import { askCorrection, finishCorrection, listAskedCorrections } from './corrections.ts'
import { ofMember } from './kept-records.ts'
import { listOwnConsentUses, type OwnRecordServices, withdrawOwnConsent } from './own-consents.ts'
import { listOwnRecords } from './own-records.ts'

const member = { access: ['community-member'] as const }
const staff = { access: caseworkRoles }
const params = z.object({ id: Id })
const consentParams = params.extend({ consentId: Id })
const mine = (request: FastifyRequest & { params: { id: string } }) => ofMember(actorOf(request), request.params.id)
const done = { 204: z.null() }

/** What organizations have on record about the signed-in person, and what the person may do about it. */
export const ownRecordRoutes: FastifyPluginAsyncZod<OwnRecordServices> = async (app, services) => {
  const { database } = services
  app.get(
    '/api/ownRecord',
    {
      config: member,
      schema: { summary: 'What organizations have on record about me', response: { 200: OwnRecords } },
    },
    async (request) => ({
      items: await listOwnRecords(database, services.config.timeZone, actorOf(request)),
      nextCursor: null,
    }),
  )
  app.get(
    '/api/ownRecord/:id/consent/:consentId/use',
    {
      config: member,
      schema: {
        summary: 'Who sees my details under a consent',
        params: consentParams,
        response: { 200: ConsentUses },
      },
    },
    async (request) => ({
      items: await listOwnConsentUses(services, mine(request), request.params.consentId),
      nextCursor: null,
    }),
  )
  app.post(
    '/api/ownRecord/:id/consent/:consentId/withdraw',
    { config: member, schema: { summary: 'Withdraw my consent', params: consentParams, response: done } },
    async (request, reply) => {
      await withdrawOwnConsent(services, mine(request), request.params.consentId)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/ownRecord/:id/correction',
    {
      config: member,
      schema: { summary: 'Ask for a correction of my record', params, body: NewCorrection, response: done },
    },
    async (request, reply) => {
      await askCorrection(services, mine(request), request.body)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/ownRecord/:id/help',
    { config: member, schema: { summary: 'Say whether I got help', params, body: HelpCall, response: done } },
    async (request, reply) => {
      await answerHelp(services, mine(request), request.body)
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/api/contact/:id/correction',
    {
      config: staff,
      schema: { summary: 'What a person asked to have corrected', params, response: { 200: Corrections } },
    },
    async (request) => ({
      items: await listAskedCorrections(database, actorOf(request), request.params.id),
      nextCursor: null,
    }),
  )
  app.post(
    '/api/contact/:id/correction/:correctionId/done',
    {
      config: staff,
      schema: { summary: 'Mark a correction as done', params: params.extend({ correctionId: Id }), response: done },
    },
    async (request, reply) => {
      await finishCorrection(database, actorOf(request), request.params.id, request.params.correctionId)
      return reply.code(204).send(null)
    },
  )
}
