import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { consentRequestProblem } from './consent-request-problem.ts'
import { consentRequestRoutes } from './consent-request-routes.ts'
import { consentRequestsTables } from './consent-requests-tables.ts'

/** What was answered belongs to the record. Without an answer, a link still says for a year that it expired. */
const tidy = (database: Database) =>
  database
    .deleteFrom('consentRequest')
    .where('answer', 'is', null)
    .where('linkExpiresOn', '<', sql<string>`now() - interval '1 year'`)
    .execute()

/** Consents that staff ask people for by a link. */
export const consentRequestsFeature: ServerFeature = {
  name: 'consent-requests',
  screens: ['c/:code'],
  tables: consentRequestsTables,
  problems: consentRequestProblem,
  routes: async (app, services) => {
    await app.register(consentRequestRoutes, services)
  },
  tidy,
}
