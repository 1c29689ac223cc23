import type { ServerFeature } from '#platform/server/feature.ts'
import { keepTimeZone } from './rebuild-facts.ts'
import { reportsTables } from './reports-tables.ts'

/** What became of the referrals of an organization and of the network. */
export const reportsFeature: ServerFeature = {
  name: 'reports',
  tables: reportsTables,
  prepare: ({ config, database }) => keepTimeZone(database, config.timeZone),
}
