import type { ServerFeature } from '#platform/server/feature.ts'
import { duplicateProblem } from './duplicate-problem.ts'
import { duplicateRoutes } from './duplicate-routes.ts'
import { duplicatesTables } from './duplicates-tables.ts'
import { findDuplicates, findDuplicatesCrontab, findDuplicatesTask } from './find-duplicates.ts'

/** Proposes listings that may be the same one; data managers merge them, or say that they are different. */
export const duplicatesFeature: ServerFeature = {
  name: 'duplicates',
  screens: ['admin/duplicates', 'admin/duplicates/:pairId'],
  tag: 'directory',
  tables: duplicatesTables,
  problems: duplicateProblem,
  routes: (app, services) => app.register(duplicateRoutes, services),
  tasks: (services) => ({ [findDuplicatesTask]: findDuplicates(services) }),
  schedules: [findDuplicatesCrontab],
}
