import type { ServerFeature } from '#platform/server/feature.ts'
import { safeContactProblem } from './safe-contact-problem.ts'
import { safeContactTables } from './safe-contact-tables.ts'

/** How and when a person may be contacted. Its routes are those of the person's record. */
export const safeContactFeature: ServerFeature = {
  name: 'safe-contact',
  tables: safeContactTables,
  problems: safeContactProblem,
}
