import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ConsentUses } from '#casework/clients/consent-use.ts'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { answerHelp } from '#casework/help-answers/server/help-answers-public.ts'
import { OwnRecord } from '#casework/own-record/own-record.ts'
import { askCorrection, listOwnConsentUses, withdrawOwnConsent } from '#casework/own-record/server/own-record-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import {
  ClosedRecord,
  ConsentCall,
  CorrectionCall,
  HelpByLink,
  MadeRecordLink,
  NewRecordLink,
  OpenedRecord,
  OpenRecordCall,
  RecordLinks,
  SessionCall,
} from '../record-link.ts'
import { listRecordLinks, makeRecordLink, withdrawRecordLink } from './make-record-link.ts'
import { ofLink, openRecord, readClosedRecord, readOpenRecord } from './open-record-link.ts'

interface Services {
  database: Database
  config: Config
}
const staff = { access: caseworkRoles }
const holder = { access: 'anyone' as const, limitedAs: 'shared-page' as const }
const params = z.object({ id: Id })
const byCode = z.object({ code: z.string().min(1).max(100) })
const links = { 200: RecordLinks }

/** Links by which people see their own record. */
export const recordLinkRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { database, config } = services
  app.get(
    '/api/contact/:id/recordLink',
    { config: staff, schema: { summary: "The links to a person's own record", params, response: links } },
    async (request) => ({
      items: await listRecordLinks(database, actorOf(request), request.params.id),
      nextCursor: null,
    }),
  )
  app.post(
    '/api/contact/:id/recordLink',
    {
      config: staff,
      schema: {
        summary: 'Let a person see their own record',
        params,
        body: NewRecordLink,
        response: { 201: MadeRecordLink },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await makeRecordLink(database, config, actorOf(request), request.params.id, request.body)),
  )
  app.delete(
    '/api/contact/:id/recordLink/:linkId',
    {
      config: staff,
      schema: {
        summary: "Withdraw a link to a person's own record",
        params: params.extend({ linkId: Id }),
        response: links,
      },
    },
    async (request) => ({
      items: await withdrawRecordLink(database, actorOf(request), request.params.id, request.params.linkId),
      nextCursor: null,
    }),
  )
  await app.register(holderRoutes, services)
}

/** The calls of the holder of a link. The session travels in the body, never in a URL. */
const holderRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { database } = services
  const path = '/api/recordLink/open/:code'
  app.get(
    path,
    {
      config: holder,
      schema: {
        summary: 'Who keeps it, before the birth date is known',
        params: byCode,
        response: { 200: ClosedRecord },
      },
    },
    (request) => readClosedRecord(database, request.params.code),
  )
  app.post(
    path,
    {
      config: holder,
      schema: {
        summary: 'Open my record through a link',
        params: byCode,
        body: OpenRecordCall,
        response: { 200: OpenedRecord },
      },
    },
    (request) => openRecord(database, request.params.code, request.body.birthDate),
  )
  app.post(
    `${path}/read`,
    {
      config: holder,
      schema: {
        summary: 'What is on record about me',
        params: byCode,
        body: SessionCall,
        response: { 200: OwnRecord },
      },
    },
    (request) => readOpenRecord(database, services.config.timeZone, request.params.code, request.body.session),
  )
  app.post(
    `${path}/use`,
    {
      config: holder,
      schema: {
        summary: 'Who sees my details under a consent, through a link',
        params: byCode,
        body: ConsentCall,
        response: { 200: ConsentUses },
      },
    },
    async ({ params: { code }, body: { session, consentId } }) => ({
      items: await database
        .transaction()
        .execute((transaction) =>
          listOwnConsentUses({ ...services, database: transaction }, ofLink(code, session), consentId),
        ),
      nextCursor: null,
    }),
  )
  app.post(
    `${path}/withdraw`,
    {
      config: holder,
      schema: {
        summary: 'Withdraw my consent through a link',
        params: byCode,
        body: ConsentCall,
        response: { 204: z.null() },
      },
    },
    async ({ params: { code }, body: { session, consentId } }, reply) => {
      await withdrawOwnConsent(services, ofLink(code, session), consentId)
      return reply.code(204).send(null)
    },
  )
  app.post(
    `${path}/correction`,
    {
      config: holder,
      schema: {
        summary: 'Ask for a correction through a link',
        params: byCode,
        body: CorrectionCall,
        response: { 204: z.null() },
      },
    },
    async ({ params: { code }, body: { session, ...correction } }, reply) => {
      await askCorrection(services, ofLink(code, session), correction)
      return reply.code(204).send(null)
    },
  )
  app.post(
    `${path}/help`,
    {
      config: holder,
      schema: {
        summary: 'Say whether I got help, through a link',
        params: byCode,
        body: HelpByLink,
        response: { 204: z.null() },
      },
    },
    async ({ params: { code }, body: { session, ...answer } }, reply) => {
      await answerHelp(services, ofLink(code, session), answer)
      return reply.code(204).send(null)
    },
  )
}
