import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles, doesCasework } from '#casework/clients/contact-policy.ts'
import { directions, WholeReferralSearch } from '#casework/referrals/referral-call.ts'
import { countLists, listSelection } from '#casework/referrals/server/referrals-public.ts'
import { Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { actorOf } from '#platform/server/access.ts'
import { problem } from '#platform/server/problem.ts'
import { readTimeZone } from '#platform/server/read-time-zone.ts'
import { readLanguage } from '#platform/server/texts.ts'
import {
  Assignable,
  BulkAnswer,
  BulkCall,
  MOST_AT_ONCE,
  MOST_COUNTED,
  ReferralCounts,
  ReferralSelection,
  UndoAnswer,
} from '../bulk-call.ts'
import { listAssignable } from './assignable-queries.ts'
import { changeReferrals, type ListServices, undoChange } from './change-referrals.ts'
import { exportReferrals } from './export-referrals.ts'

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
        body: WholeReferralSearch,
        response: { 200: ReferralSelection },
      },
    },
    (request) => listSelection(database, caseworker(actorOf(request)), request.body, MOST_AT_ONCE),
  )
  app.post(
    '/api/referral/export',
    {
      config,
      schema: { summary: 'Download referrals that match a filter', body: WholeReferralSearch, produces: ['text/csv'] },
    },
    async (request, reply) => {
      const { headers, body } = request
      const reader = { zone: readTimeZone(headers['time-zone']), language: readLanguage(headers['accept-language']) }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="referrals.csv"')
        .send(await exportReferrals(database, caseworker(actorOf(request)), body, reader))
    },
  )
  app.get(
    '/api/referral/listCounts',
    {
      config: { ...config, isPassive: true },
      schema: {
        summary: 'How many referrals wait, are late, are mine, or have unread messages',
        querystring: z.object({ direction: z.enum(directions).default('incoming') }),
        response: { 200: ReferralCounts },
      },
    },
    (request) => countLists(database, caseworker(actorOf(request)), request.query.direction, MOST_COUNTED + 1),
  )
  app.get(
    '/api/referral/assignable',
    { config, schema: { summary: 'Colleagues to whom referrals can be assigned', response: { 200: Assignable } } },
    (request) => listAssignable(database, caseworker(actorOf(request)).organizationId),
  )
}
