import type { ServerFeature } from '#platform/server/feature.ts'
import { householdRoutes } from './household-routes.ts'
import { householdsTables } from './households-tables.ts'

/** Who lives with whom. */
export const householdsFeature: ServerFeature = {
  name: 'households',
  tag: 'contacts',
  tables: householdsTables,
  routes: async (app, services) => {
    await app.register(householdRoutes, services)
  },
}
