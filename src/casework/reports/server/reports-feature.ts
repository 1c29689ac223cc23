import type { ServerFeature } from '#platform/server/feature.ts'
import { keepTimeZone } from './rebuild-facts.ts'
import { reportRoutes } from './report-routes.ts'
import { reportsTables } from './reports-tables.ts'
import { rollMonthsCrontab, rollMonthsJob, rollMonthsTask } from './roll-months.ts'

/** What became of the referrals of an organization and of the network. */
export const reportsFeature: ServerFeature = {
  name: 'reports',
  screens: ['reports', 'reports/rows'],
  tables: reportsTables,
  routes: (app, services) => app.register(reportRoutes, services),
  tasks: (services) => ({ [rollMonthsTask]: rollMonthsJob(services) }),
  schedules: [rollMonthsCrontab],
  prepare: ({ config, database }) => keepTimeZone(database, config.timeZone),
}
