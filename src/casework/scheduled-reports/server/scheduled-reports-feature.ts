import { sql } from 'kysely'
import type { ServerFeature } from '#platform/server/feature.ts'
import { RUN_DAYS } from '../report-schedule.ts'
import { makeReports, makeReportsCrontab, makeReportsTask } from './make-reports.ts'
import { scheduleProblem } from './schedule-problem.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { scheduledReportsTables } from './scheduled-reports-tables.ts'

/** Reports that come by mail as a link. */
export const scheduledReportsFeature: ServerFeature = {
  name: 'scheduled-reports',
  tag: 'reports',
  screens: ['reports/scheduled', 'reports/scheduled/:runId'],
  tables: scheduledReportsTables,
  routes: (app, services) => app.register(scheduleRoutes, services),
  tasks: (services) => ({ [makeReportsTask]: makeReports(services) }),
  schedules: [makeReportsCrontab],
  problems: scheduleProblem,
  tidy: (database) =>
    database.deleteFrom('reportRun').where('asOf', '<', sql<string>`now() - ${RUN_DAYS} * interval '1 day'`).execute(),
}
