import type { PersonRows } from '#identity/people/person-rows.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { duplicatePeopleProblem } from './duplicate-people-problem.ts'
import { duplicatePeopleTables } from './duplicate-people-tables.ts'
import { findPairs, findPairsCrontab, findPairsTask } from './find-pairs.ts'
import { mergeRoutes } from './merge-routes.ts'
import { pairRoutes } from './pair-routes.ts'

/**
 * Proposes records that may be of one person; those who work with people decide, and merge them.
 * @param rows what features have about people, and how it follows a merge
 */
export const duplicatePeopleFeature = (rows: readonly PersonRows[]): ServerFeature => ({
  name: 'duplicate-people',
  screens: ['people/duplicates', 'people/duplicates/:pairId'],
  tag: 'contacts',
  tables: duplicatePeopleTables,
  problems: duplicatePeopleProblem,
  routes: async (app, services) => {
    await app.register(pairRoutes, services)
    await app.register(mergeRoutes, { ...services, rows })
  },
  tasks: (services) => ({ [findPairsTask]: findPairs(services) }),
  schedules: [findPairsCrontab],
})
