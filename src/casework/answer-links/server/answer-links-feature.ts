import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { answerLinkProblem } from './answer-link-problem.ts'
import { answerLinkRoutes } from './answer-link-routes.ts'
import { answerLinksTables } from './answer-links-tables.ts'

/** A link that nobody opened for a year begins again, if it still works. */
const tidy = (database: Database) =>
  database
    .deleteFrom('answerLink')
    .where(sql<string>`coalesce(opened_on, created_on)`, '<', sql<string>`now() - interval '1 year'`)
    .execute()

/** A recipient without an account answers a referral through its link. */
export const answerLinksFeature: ServerFeature = {
  name: 'answer-links',
  screens: ['a/:code'],
  tables: answerLinksTables,
  problems: answerLinkProblem,
  routes: async (app, services) => {
    await app.register(answerLinkRoutes, services)
  },
  tidy,
}
