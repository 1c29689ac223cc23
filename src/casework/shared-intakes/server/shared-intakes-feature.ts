import type { ServerFeature } from '#platform/server/feature.ts'
import { sharedIntakeProblem } from './shared-intake-problem.ts'
import { sharedIntakeRoutes } from './shared-intake-routes.ts'
import { sharedIntakesTables } from './shared-intakes-tables.ts'

/** What was shared of intakes with referrals. */
export const sharedIntakesFeature: ServerFeature = {
  name: 'shared-intakes',
  tag: 'referrals',
  tables: sharedIntakesTables,
  problems: sharedIntakeProblem,
  routes: async (app, services) => {
    await app.register(sharedIntakeRoutes, services)
  },
}
