import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { listViews, removeView, saveView, type ViewScope } from '#identity/list-views/server/list-views-public.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import { NewReferralView, ReferralView, ReferralViews } from '../referral-view.ts'
import type { ListServices } from './change-referrals.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const path = '/api/referral/view/'
const scopeOf = (actor: Actor): ViewScope => ({ list: 'referrals', actor, isAgent: false, subjectType: 'referralView' })
type Filters = ReferralView['filters']

/** Saved views of the lists of referrals. */
export const referralViewRoutes: FastifyPluginAsyncZod<Pick<ListServices, 'database'>> = async (app, { database }) => {
  app.get(
    path,
    { config, schema: { summary: 'My saved views of referrals', response: { 200: ReferralViews } } },
    async (request) => ({ items: await listViews<Filters>(database, scopeOf(actorOf(request))) }),
  )
  app.post(
    path,
    { config, schema: { summary: 'Save a view of referrals', body: NewReferralView, response: { 201: ReferralView } } },
    async (request, reply) =>
      reply.code(201).send(await saveView<Filters>(database, scopeOf(actorOf(request)), request.body)),
  )
  app.put(
    `${path}:id`,
    {
      config,
      schema: {
        summary: 'Change a saved view of referrals',
        params,
        body: NewReferralView,
        response: { 200: ReferralView },
      },
    },
    (request) => saveView<Filters>(database, scopeOf(actorOf(request)), request.body, request.params.id),
  )
  app.delete(
    `${path}:id`,
    { config, schema: { summary: 'Remove a saved view of referrals', params, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeView(database, scopeOf(actorOf(request)), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
