import type { ServerFeature } from '#platform/server/feature.ts'
import { nextFitRoutes } from './next-fit-routes.ts'

/** Where else help may be found for a need after a referral ended without it. */
export const nextFitsFeature: ServerFeature = {
  name: 'next-fits',
  tag: 'referrals',
  routes: async (app, services) => {
    await app.register(nextFitRoutes, services)
  },
}
