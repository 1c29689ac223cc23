import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles, doesCasework } from '#casework/clients/contact-policy.ts'
import { ReferralSearch } from '#casework/referrals/referral-call.ts'
import { listSelection } from '#casework/referrals/server/referrals-public.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import { BulkAnswer, BulkCall, MOST_AT_ONCE, ReferralSelection, UndoAnswer } from '../bulk-call.ts'
import { changeReferrals, type ListServices, undoChange } from './change-referrals.ts'

const config = { access: caseworkRoles }

function caseworker(actor: Actor) {
  if (!doesCasework(actor)) throw problem('forbidden')
  return actor
}

/** Working on many referrals at once. */
export const referralListsRoutes: FastifyPluginAsyncZod<ListServices> = async (app, services) => {
  const { database } = services
  app.post(
    '/api/referral/bulk',
    {
      config,
      schema: { summary: 'Take one step of many referrals', body: BulkCall, response: { 200: BulkAnswer } },
    },
    (request) => changeReferrals(services, caseworker(actorOf(request)), request.body),
  )
  app.post(
    '/api/referral/bulk/:bulkId/undo',
    {
      config,
      schema: {
        summary: 'Undo a step of many referrals',
        params: z.object({ bulkId: Id }),
        response: { 200: UndoAnswer },
      },
    },
    (request) => undoChange(services, caseworker(actorOf(request)), request.params.bulkId),
  )
  // Words of a search may be names, so they are sent in the body.
  app.post(
    '/api/referral/selection',
    {
      config,
      schema: {
        summary: 'Referrals that match a filter, with their versions',
        body: ReferralSearch,
        response: { 200: ReferralSelection },
      },
    },
    (request) => listSelection(database, caseworker(actorOf(request)), request.body, MOST_AT_ONCE),
  )
}
