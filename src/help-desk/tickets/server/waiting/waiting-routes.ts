import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import { publishEvent } from '#platform/server/events.ts'
import { HelpDeskPreference, TicketsWaiting } from '../../tickets-waiting.ts'
import { requireVisible } from '../get-support-request.ts'
import type { HelpDeskServices } from '../help-desk-services.ts'
import { findPreference, findWaiting, savePreference, seeAnswer } from './waiting-queries.ts'

const config = { access: 'signed-in' } as const
const agents = { access: ['support-agent', 'platform-admin'] } as const
const path = '/api/supportPortal/supportRequest/'
const preferencePath = '/api/supportPortal/preference/'

/** What waits for whom at the help desk, and who is notified by mail. */
export const waitingRoutes: FastifyPluginAsyncZod<Pick<HelpDeskServices, 'database'>> = async (app, { database }) => {
  app.get(
    `${path}waiting`,
    {
      config: { ...config, isPassive: true },
      schema: {
        summary: 'Questions that wait for support, and answers that the reader has not seen',
        response: { 200: TicketsWaiting },
      },
    },
    (request) => findWaiting(database, actorOf(request)),
  )

  app.post(
    `${path}:id/answerSeen`,
    {
      config,
      schema: {
        summary: 'Mark the answers in a ticket as seen',
        params: z.object({ id: Id }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { accountId } = actorOf(request)
      const { id } = await requireVisible(database, actorOf(request), request.params.id)
      await database.transaction().execute(async (transaction) => {
        if (await seeAnswer(transaction, accountId, id))
          await publishEvent(transaction, {
            type: 'supportRequest',
            subjectId: id,
            audience: [`account:${accountId}`],
          })
      })
      return reply.code(204).send(null)
    },
  )

  app.get(
    preferencePath,
    {
      config: agents,
      schema: { summary: 'My preference for mail about assigned tickets', response: { 200: HelpDeskPreference } },
    },
    (request) => findPreference(database, actorOf(request).accountId),
  )
  app.put(
    preferencePath,
    {
      config: agents,
      schema: {
        summary: 'Save my preference for mail about assigned tickets',
        body: HelpDeskPreference,
        response: { 200: HelpDeskPreference },
      },
    },
    async (request) => {
      await savePreference(database, actorOf(request).accountId, request.body)
      return request.body
    },
  )
}
