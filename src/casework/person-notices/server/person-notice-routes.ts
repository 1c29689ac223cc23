import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { ToldPeople } from '../person-notice.ts'
import { listTold } from './list-told.ts'

/** What the people of a referral were told. */
export const personNoticeRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (
  app,
  services,
) => {
  app.get(
    '/api/referral/:id/personNotice',
    {
      config: { access: caseworkRoles },
      schema: {
        summary: 'What the people of a referral were told',
        params: z.object({ id: Id }),
        response: { 200: ToldPeople },
      },
    },
    async (request) => ({
      items: await listTold(services, actorOf(request), request.params.id),
      nextCursor: null,
    }),
  )
}
