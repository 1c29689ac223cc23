import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { RecordHelpCall, ShownHelps } from '../help-answer.ts'
import { listShownHelp, recordHelp, settleShownHelp } from './shown-help.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const response = { 200: ShownHelps }

/** Whether the people of a referral got help, for both sides. They answer through their own record, or the sender's staff record it. */
export const helpAnswerRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  services,
) => {
  const { database } = services
  app.get(
    '/api/referral/:id/helpAnswer',
    { config, schema: { summary: 'Whether the people of a referral say that they got help', params, response } },
    (request) => listShownHelp(database, actorOf(request), request.params.id),
  )
  app.post(
    '/api/referral/:id/helpAnswer',
    {
      config,
      schema: { summary: 'Record what a person said about the help', params, body: RecordHelpCall, response },
    },
    (request) => recordHelp(services, actorOf(request), request.params.id, request.body),
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
