import type { ServerFeature } from '#platform/server/feature.ts'
import { notificationsTables } from './notifications-tables.ts'
import { undeliveredRoutes } from './undelivered-routes.ts'
import { userPreferenceRoutes } from './user-preference-routes.ts'

export const notificationsFeature: ServerFeature = {
  name: 'notifications',
  tables: notificationsTables,
  routes: async (app, services) => {
    await app.register(undeliveredRoutes, services)
    await app.register(userPreferenceRoutes, services)
  },
}
