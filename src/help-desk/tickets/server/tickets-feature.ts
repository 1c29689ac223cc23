import type { ServerFeature, Services } from '#platform/server/feature.ts'
import { answeringRoutes } from './answering/answering-routes.ts'
import { attachedFileRoutes } from './attached-file-routes.ts'
import { acknowledgeRequest, acknowledgeTask } from './filing/acknowledge-request.ts'
import { filingRoutes } from './filing/filing-routes.ts'
import { mergingRoutes } from './merging/merging-routes.ts'
import { notifyMerge, notifyMergeTask } from './merging/notify-merge.ts'
import { seedDemoTickets } from './seed-demo-tickets.ts'
import { supportRequestRoutes } from './support-request-routes.ts'
import { ticketProblem } from './ticket-problem.ts'
import { ticketsTables } from './tickets-tables.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'
import { waitingRoutes } from './waiting/waiting-routes.ts'
import { notifyBulkChange, notifyBulkChangeTask } from './working/notify-bulk-change.ts'
import { viewRoutes } from './working/view-routes.ts'
import { workingRoutes } from './working/working-routes.ts'

/** @param usualResponse how long a first answer takes; passed in, because the measures depend on tickets */
export const ticketsFeature = (usualResponse: (services: Services) => () => Promise<number | null>): ServerFeature => ({
  name: 'tickets',
  screens: ['support/emailUpdates/:code', 'support/helpDesk', 'support/helpDesk/:ticketNumber'],
  tag: 'help desk',
  tables: ticketsTables,
  problems: ticketProblem,
  routes: async (app, services) => {
    await app.register(supportRequestRoutes, services)
    await app.register(filingRoutes, services)
    await app.register(answeringRoutes, services)
    await app.register(workingRoutes, services)
    await app.register(waitingRoutes, services)
    await app.register(mergingRoutes, services)
    await app.register(viewRoutes, services)
    await app.register(attachedFileRoutes, services)
    await app.register(unsubscribeRoutes, services)
  },
  tasks: (services) => ({
    [acknowledgeTask]: acknowledgeRequest({ ...services, usualResponseHours: usualResponse(services) }),
    [notifyBulkChangeTask]: notifyBulkChange(services),
    [notifyMergeTask]: notifyMerge(services),
  }),
  seedDemo: seedDemoTickets,
})
