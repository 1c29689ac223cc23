import type { ServerFeature } from '#platform/server/feature.ts'
import { preferencesTables } from './preferences-tables.ts'
import { undeliveredRoutes } from './undelivered-routes.ts'
import { userPreferenceRoutes } from './user-preference-routes.ts'

export const preferencesFeature: ServerFeature = {
  name: 'preferences',
  tables: preferencesTables,
  routes: async (app, services) => {
    await app.register(undeliveredRoutes, services)
    await app.register(userPreferenceRoutes, services)
  },
}
