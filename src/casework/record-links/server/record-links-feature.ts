import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { recordLinkProblem } from './record-link-problem.ts'
import { recordLinkRoutes } from './record-link-routes.ts'
import { recordLinksTables } from './record-links-tables.ts'

/** An expired link still says so for a year; then it is unknown. */
const tidy = (database: Database) =>
  database.deleteFrom('recordLink').where('expiresOn', '<', sql<string>`now() - interval '1 year'`).execute()

/** Links by which people see their own record without an account. */
export const recordLinksFeature: ServerFeature = {
  name: 'record-links',
  screens: ['p/:code'],
  tables: recordLinksTables,
  problems: recordLinkProblem,
  routes: async (app, services) => {
    await app.register(recordLinkRoutes, services)
  },
  tidy,
}
