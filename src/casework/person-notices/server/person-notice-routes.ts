import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { NotifiedPeople } from '../person-notice.ts'
import { listNotified } from './list-notified.ts'

/** The notifications of the people of a referral. */
export const personNoticeRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  services,
) => {
  app.get(
    '/api/referral/:id/personNotice',
    {
      config: { access: caseworkRoles },
      schema: {
        summary: 'Of what the people of a referral were notified',
        params: z.object({ id: Id }),
        response: { 200: NotifiedPeople },
      },
    },
    async (request) => ({
      items: await listNotified(services, actorOf(request), request.params.id),
      nextCursor: null,
    }),
  )
}
