import { sql } from 'kysely'
import type { ServerFeature } from '#platform/server/feature.ts'
import { baseMapRoutes } from './base-map-routes.ts'
import { serviceMapRoutes } from './service-map-routes.ts'
import { serviceMapTables } from './service-map-tables.ts'

/** The results of a directory search on a map. */
export const serviceMapFeature: ServerFeature = {
  name: 'service-map',
  tag: 'directory',
  tables: serviceMapTables,
  routes: async (app, services) => {
    await app.register(serviceMapRoutes, services)
    await app.register(baseMapRoutes, services)
  },
  tidy: (database) => sql`select fold_map_cells()`.execute(database),
}
