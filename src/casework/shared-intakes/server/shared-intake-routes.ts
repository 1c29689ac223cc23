import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Services } from '#platform/server/feature.ts'
import { ShareCall, SharedIntakes } from '../shared-intake.ts'
import { listShared, shareIntake } from './share-intake.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const response = { 200: SharedIntakes }

/** Intakes that a referral carries. */
export const sharedIntakeRoutes: FastifyPluginAsyncZod<Pick<Services, 'database' | 'config'>> = async (
  app,
  { database, config: { timeZone } },
) => {
  const services = { database, timeZone }
  app.get(
    '/api/referral/:id/intake',
    { config, schema: { summary: 'What was shared of intakes with a referral', params, response } },
    (request) => listShared(services, actorOf(request), request.params.id),
  )
  app.post(
    '/api/referral/:id/intake',
    { config, schema: { summary: 'Share an intake with a referral', params, body: ShareCall, response } },
    (request) => shareIntake(services, actorOf(request), request.params.id, request.body),
  )
}
