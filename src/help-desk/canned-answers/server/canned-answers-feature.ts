import type { ServerFeature } from '#platform/server/feature.ts'
import { cannedAnswerRoutes } from './canned-answer-routes.ts'
import { cannedAnswersTables } from './canned-answers-tables.ts'
import { seedDemoAnswers } from './seed-demo-answers.ts'

/** Texts that agents insert into notes. */
export const cannedAnswersFeature: ServerFeature = {
  name: 'canned-answers',
  tag: 'help desk',
  screens: ['support/cannedAnswers'],
  tables: cannedAnswersTables,
  routes: (app, services) => app.register(cannedAnswerRoutes, services),
  seedDemo: seedDemoAnswers,
}
