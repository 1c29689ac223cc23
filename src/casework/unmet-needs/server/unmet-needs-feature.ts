import type { ServerFeature } from '#platform/server/feature.ts'
import { unmetRoutes } from './unmet-routes.ts'

/** Where help is missing, from needs, referrals and searches. */
export const unmetNeedsFeature: ServerFeature = {
  name: 'unmet-needs',
  tag: 'reports',
  screens: ['reports/unmet-needs'],
  routes: (app, services) => app.register(unmetRoutes, services),
}
