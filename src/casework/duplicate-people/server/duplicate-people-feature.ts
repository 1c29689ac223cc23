import type { ServerFeature } from '#platform/server/feature.ts'
import { duplicatePeopleTables } from './duplicate-people-tables.ts'
import { findPairs, findPairsCrontab, findPairsTask } from './find-pairs.ts'
import { pairRoutes } from './pair-routes.ts'

/** Proposes records that may be of one person; those who work with people decide. */
export const duplicatePeopleFeature: ServerFeature = {
  name: 'duplicate-people',
  screens: ['people/duplicates'],
  tag: 'contacts',
  tables: duplicatePeopleTables,
  routes: (app, services) => app.register(pairRoutes, services),
  tasks: (services) => ({ [findPairsTask]: findPairs(services) }),
  schedules: [findPairsCrontab],
}
