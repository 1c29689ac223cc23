import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { SavedAnswers } from '#casework/intakes/intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import {
  ClosedForm,
  LinkAnswersCall,
  LinkList,
  MadeLink,
  NewIntakeLink,
  OpenCall,
  OpenedForm,
  SendCall,
} from '../intake-link.ts'
import { listLinks, makeLink, withdrawLink } from './make-link.ts'
import { openForm, readClosedForm, saveThroughLink, sendThroughLink } from './open-link.ts'

const staff = { access: caseworkRoles }
const holder = { access: 'anyone' as const, limitedAs: 'shared-page' as const }
const params = z.object({ id: Id })
const byCode = z.object({ code: z.string().min(1).max(100) })

/** Links by which people fill in an intake themselves. */
export const intakeLinkRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  { database, config },
) => {
  app.post(
    '/api/intakeLink/',
    {
      config: staff,
      schema: {
        summary: 'Let a person fill in an intake themselves',
        body: NewIntakeLink,
        response: { 201: MadeLink },
      },
    },
    async (request, reply) => reply.code(201).send(await makeLink(database, config, actorOf(request), request.body)),
  )

  app.get(
    '/api/intakeLink/',
    {
      config: staff,
      schema: {
        summary: 'The links to an intake',
        querystring: z.object({ intakeId: Id }),
        response: { 200: LinkList },
      },
    },
    async (request) => ({
      items: await listLinks(database, actorOf(request), request.query.intakeId),
      nextCursor: null,
    }),
  )

  app.delete(
    '/api/intakeLink/:id',
    { config: staff, schema: { summary: 'Withdraw a link to an intake', params, response: { 200: LinkList } } },
    async (request) => ({ items: await withdrawLink(database, actorOf(request), request.params.id), nextCursor: null }),
  )

  app.get(
    '/api/intakeLink/open/:code',
    {
      config: holder,
      schema: { summary: 'Who asks, before the birth date is known', params: byCode, response: { 200: ClosedForm } },
    },
    (request) => readClosedForm(database, request.params.code),
  )

  app.post(
    '/api/intakeLink/open/:code',
    {
      config: holder,
      schema: { summary: 'Open the form of a link', params: byCode, body: OpenCall, response: { 200: OpenedForm } },
    },
    (request) => openForm(database, request.params.code, request.body.birthDate),
  )

  app.put(
    '/api/intakeLink/open/:code/answers',
    {
      config: holder,
      schema: {
        summary: 'Save answers through a link',
        params: byCode,
        body: LinkAnswersCall,
        response: { 200: SavedAnswers },
      },
    },
    (request) => saveThroughLink(database, request.params.code, request.body.session, request.body.answers),
  )

  app.post(
    '/api/intakeLink/open/:code/send',
    {
      config: holder,
      schema: { summary: 'Send the answers of a link', params: byCode, body: SendCall, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await sendThroughLink(database, request.params.code, request.body.session, dayIn(config.timeZone))
      return reply.code(204).send(null)
    },
  )
}
