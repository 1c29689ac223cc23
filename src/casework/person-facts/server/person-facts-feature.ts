import type { ServerFeature } from '#platform/server/feature.ts'
import { factRoutes } from './fact-routes.ts'
import { personFactsTables } from './person-facts-tables.ts'

/** What people say about themselves, because services ask for it. */
export const personFactsFeature: ServerFeature = {
  name: 'person-facts',
  tag: 'contacts',
  tables: personFactsTables,
  routes: async (app, services) => {
    await app.register(factRoutes, services)
  },
}
