import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { listRoutes } from './list-routes.ts'
import { serviceListProblem } from './service-list-problem.ts'
import { serviceListsTables } from './service-lists-tables.ts'
import { sharedRoutes } from './shared-routes.ts'

/** An expired link still says so for a year; then it is unknown. */
const tidy = (database: Database) =>
  database.deleteFrom('serviceListLink').where('expiresOn', '<', sql<string>`now() - interval '1 year'`).execute()

/** Staff collect services for somebody, and share the list on paper, by mail, by text or as a link. */
export const serviceListsFeature: ServerFeature = {
  name: 'service-lists',
  screens: ['lists', 'lists/:listId'],
  tables: serviceListsTables,
  problems: serviceListProblem,
  routes: async (app, services) => {
    await app.register(listRoutes, services)
    await app.register(sharedRoutes, services)
  },
  tidy,
}
