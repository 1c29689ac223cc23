import type { ServerFeature } from '#platform/server/feature.ts'
import { networkRoutes } from './network-routes.ts'

/** What became of the referrals of the network. */
export const networkReportFeature: ServerFeature = {
  name: 'network-report',
  tag: 'reports',
  screens: ['reports/network'],
  routes: (app, services) => app.register(networkRoutes, services),
}
