import type { ServerFeature } from '#platform/server/feature.ts'
import { intakeProblem } from './intake-problem.ts'
import { intakeRoutes } from './intake-routes.ts'
import { intakesTables } from './intakes-tables.ts'

/** Intake forms filled in for the people whom an organization serves. */
export const intakesFeature: ServerFeature = {
  name: 'intakes',
  screens: ['intakes/:intakeId'],
  tables: intakesTables,
  problems: intakeProblem,
  routes: async (app, services) => {
    await app.register(intakeRoutes, services)
  },
}
