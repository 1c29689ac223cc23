import { referralDeliveryTask } from '#casework/referral-notices/server/referral-notices-public.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { reportDeliveries } from './report-delivery.ts'

/** The proof that referrals were delivered. */
export const referralDeliveriesFeature: ServerFeature = {
  name: 'referral-deliveries',
  tag: 'referrals',
  routes: async (app, services) => {
    await app.register(deliveryRoutes, services)
  },
  tasks: (services) => ({ [referralDeliveryTask]: reportDeliveries(services) }),
}
