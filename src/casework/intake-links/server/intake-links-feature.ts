import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { intakeLinkProblem } from './intake-link-problem.ts'
import { intakeLinkRoutes } from './intake-link-routes.ts'
import { intakeLinksTables } from './intake-links-tables.ts'

/** An expired link still says so for a year; then it is unknown. */
const tidy = (database: Database) =>
  database.deleteFrom('intakeLink').where('expiresOn', '<', sql<string>`now() - interval '1 year'`).execute()

/** Links by which people fill in an intake themselves. */
export const intakeLinksFeature: ServerFeature = {
  name: 'intake-links',
  screens: ['i/:code'],
  tables: intakeLinksTables,
  problems: intakeLinkProblem,
  routes: async (app, services) => {
    await app.register(intakeLinkRoutes, services)
  },
  tidy,
}
