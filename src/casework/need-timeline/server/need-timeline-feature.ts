import type { ServerFeature } from '#platform/server/feature.ts'
import { needTimelineRoutes } from './need-timeline-routes.ts'

/** The needs of a person with everything that was tried for them, on one time line. */
export const needTimelineFeature: ServerFeature = {
  name: 'need-timeline',
  screens: ['people/:contactId/timeline'],
  tag: 'referrals',
  routes: async (app, services) => {
    await app.register(needTimelineRoutes, services)
  },
}
