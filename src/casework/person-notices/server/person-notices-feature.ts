import { personNewsTask } from '#casework/referrals/server/referrals-public.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { notifyPerson } from './notify-person.ts'
import { personNoticeRoutes } from './person-notice-routes.ts'
import { personNoticesTables } from './person-notices-tables.ts'
import { personNoticeReportTask, reportNotices } from './report-notice.ts'

/** Notifies people where their referrals stand, by a safe way. */
export const personNoticesFeature: ServerFeature = {
  name: 'person-notices',
  tag: 'referrals',
  tables: personNoticesTables,
  routes: async (app, services) => {
    await app.register(personNoticeRoutes, services)
  },
  tasks: (services) => ({
    [personNewsTask]: notifyPerson(services),
    [personNoticeReportTask]: reportNotices(services),
  }),
}
