import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { inviteAgain } from '#casework/referrals/server/referrals-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { DeliveryProof, InviteAgain } from '../delivery-proof.ts'
import { getDeliveryProof } from './get-delivery-proof.ts'

const config = { access: caseworkRoles }
const params = z.object({ id: Id })
const response = { 200: DeliveryProof }

/** The way of a referral to its recipient, for its sender. */
export const deliveryRoutes: FastifyPluginAsyncZod<{ database: Database; config: Config }> = async (app, services) => {
  const { database } = services
  app.get(
    '/api/referral/:id/delivery',
    { config, schema: { summary: 'The proof that a referral was delivered', params, response } },
    (request) => getDeliveryProof(database, actorOf(request), request.params.id),
  )
  app.post(
    '/api/referral/:id/invitation',
    { config, schema: { summary: 'Send the invitation to another address', params, body: InviteAgain, response } },
    async (request) => {
      const { id } = request.params
      await inviteAgain(services, actorOf(request), id, request.body)
      return getDeliveryProof(database, actorOf(request), id)
    },
  )
}
