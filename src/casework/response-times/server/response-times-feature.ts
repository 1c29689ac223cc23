import type { ServerFeature } from '#platform/server/feature.ts'
import { responseTimesRoutes } from './response-times-routes.ts'
import { responseTimesTables } from './response-times-tables.ts'

/** The times that organizations promise for referrals. */
export const responseTimesFeature: ServerFeature = {
  name: 'response-times',
  tag: 'referrals',
  screens: ['organization/responseTimes'],
  tables: responseTimesTables,
  routes: async (app, services) => {
    await app.register(responseTimesRoutes, services)
  },
}
