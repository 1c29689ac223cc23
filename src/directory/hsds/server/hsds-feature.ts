import type { ServerFeature } from '#platform/server/feature.ts'
import { hsdsRoutes } from './hsds-routes.ts'

/** The directory as open data. HSDS_PUBLIC=false leaves it out altogether. */
export const hsdsFeature: ServerFeature = {
  name: 'hsds',
  routes: async (app, services) => {
    if (services.config.hsds.isPublic) await app.register(hsdsRoutes, services)
  },
}
