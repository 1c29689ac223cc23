import type { ServerFeature } from '#platform/server/feature.ts'
import { helpAnswerProblem } from './help-answer-problem.ts'
import { helpAnswerRoutes } from './help-answer-routes.ts'
import { helpAnswersTables } from './help-answers-tables.ts'

/** Whether people got help, as they say themselves. */
export const helpAnswersFeature: ServerFeature = {
  name: 'help-answers',
  tag: 'referrals',
  tables: helpAnswersTables,
  problems: helpAnswerProblem,
  routes: async (app, services) => {
    await app.register(helpAnswerRoutes, services)
  },
}
