import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { getServedPerson, recordAccess } from '#casework/clients/server/clients-public.ts'
import { listHelpOf } from '#casework/help-answers/server/help-answers-public.ts'
import { listNeedHistory } from '#casework/referrals/server/referrals-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Database } from '#platform/server/database.ts'
import { NeedTimeline } from '../need-timeline.ts'

export const needTimelineRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/contact/:id/timeline',
    {
      config: { access: caseworkRoles },
      schema: {
        summary: 'The needs of a person, with everything that was tried for them',
        params: z.object({ id: Id }),
        response: { 200: NeedTimeline },
      },
    },
    async (request) => {
      const [actor, { id }] = [actorOf(request), request.params]
      const person = await getServedPerson(database, actor, id)
      await recordAccess(database, actor, [id], { way: 'record' })
      return {
        personName: `${person.firstName} ${person.lastName}`,
        items: await listNeedHistory(database, id, actor.organizationId),
        answers: await listHelpOf(database, id),
      }
    },
  )
}
