import type { ServerFeature } from '#platform/server/feature.ts'
import { crisisRoutes } from './crisis-routes.ts'
import { importDemoDirectory } from './directory-public.ts'
import { loadOpenEligibility } from './import/terms.ts'
import { readNewAreas } from './read-new-areas.ts'
import { serviceRoutes } from './service-routes.ts'
import { servicesTables } from './services-tables.ts'

export const servicesFeature: ServerFeature = {
  name: 'services',
  screens: ['directory', 'directory/service/:serviceId'],
  tag: 'directory',
  tables: servicesTables,
  routes: async (app, services) => {
    await app.register(serviceRoutes, services)
    await app.register(crisisRoutes, services)
  },
  prepare: ({ database }) => loadOpenEligibility(database),
  tidy: readNewAreas,
  seedDemo: importDemoDirectory,
}
