import type { ServerFeature } from '#platform/server/feature.ts'
import type { RecordProfile } from './change-organization.ts'
import { organizationRoutes, referenceRoutes } from './organization-routes.ts'
import { organizationsTables } from './organizations-tables.ts'

/** @param recordProfile keeps changes of a profile in the history of listings, which is above */
export const organizationsFeature = (recordProfile: RecordProfile): ServerFeature => ({
  name: 'organizations',
  tables: organizationsTables,
  routes: async (app, services) => {
    await app.register(organizationRoutes, { ...services, recordProfile })
    await app.register(referenceRoutes, services)
  },
})
