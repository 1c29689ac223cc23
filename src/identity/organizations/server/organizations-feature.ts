import type { ServerFeature } from '#platform/server/feature.ts'
import { organizationRoutes, referenceRoutes } from './organization-routes.ts'
import { organizationsTables } from './organizations-tables.ts'

export const organizationsFeature: ServerFeature = {
  name: 'organizations',
  tables: organizationsTables,
  routes: async (app, services) => {
    await app.register(organizationRoutes, services)
    await app.register(referenceRoutes, services)
  },
}
