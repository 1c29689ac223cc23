import type { ServerFeature } from '#platform/server/feature.ts'
import { notificationsTables } from './notifications-tables.ts'
import { undeliveredRoutes } from './undelivered-routes.ts'

export const notificationsFeature: ServerFeature = {
  name: 'notifications',
  tables: notificationsTables,
  routes: (app, services) => app.register(undeliveredRoutes, services),
}
