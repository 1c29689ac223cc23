import type { ServerFeature } from '#platform/server/feature.ts'
import { referralFileRoutes } from './referral-file-routes.ts'
import { referralFilesTables } from './referral-files-tables.ts'

/** Files that the two organizations of a referral share. */
export const referralFilesFeature: ServerFeature = {
  name: 'referral-files',
  tag: 'referrals',
  tables: referralFilesTables,
  routes: async (app, services) => {
    await app.register(referralFileRoutes, services)
  },
}
