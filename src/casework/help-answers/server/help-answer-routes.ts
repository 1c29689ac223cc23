import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { ShownHelps } from '../help-answer.ts'
import { listShownHelp, settleShownHelp } from './shown-help.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const response = { 200: ShownHelps }

/** Whether the people of a referral got help, for both sides. They answer through their own record. */
export const helpAnswerRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/referral/:id/helpAnswer',
    { config, schema: { summary: 'Whether the people of a referral say that they got help', params, response } },
    (request) => listShownHelp(database, actorOf(request), request.params.id),
  )
  app.post(
    '/api/referral/:id/helpAnswer/settle',
    { config, schema: { summary: 'Mark a contradiction as looked into', params, response } },
    async (request) => {
      await settleShownHelp(database, actorOf(request), request.params.id)
      return listShownHelp(database, actorOf(request), request.params.id)
    },
  )
}
