import type { ServerFeature } from '#platform/server/feature.ts'
import { accessLogRoutes } from './access-log-routes.ts'
import { retentionCrontab, retentionTask, workRetention } from './erasure-proposals.ts'
import { personRightsProblem } from './person-rights-problem.ts'
import { personRightsRoutes } from './person-rights-routes.ts'
import { personRightsTables } from './person-rights-tables.ts'

export const personRightsFeature: ServerFeature = {
  name: 'person-rights',
  screens: ['people/:contactId/accessLog', 'people/inactive', 'admin/accessLog', 'myAccount/myRecord'],
  tables: personRightsTables,
  problems: personRightsProblem,
  routes: async (app, services) => {
    await app.register(accessLogRoutes, services)
    await app.register(personRightsRoutes, services)
  },
  tasks: (services) => ({ [retentionTask]: workRetention(services) }),
  schedules: [retentionCrontab],
}
