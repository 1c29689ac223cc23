import type { ServerFeature } from '#platform/server/feature.ts'
import { deleteOldBulks } from './bulk-queries.ts'
import { notifyAssigned, notifyAssignedTask } from './notify-assigned.ts'
import { referralListsRoutes } from './referral-lists-routes.ts'
import { referralListsTables } from './referral-lists-tables.ts'
import { referralViewRoutes } from './referral-view-routes.ts'

/** The lists of referrals: working on many at once. */
export const referralListsFeature: ServerFeature = {
  name: 'referral-lists',
  tag: 'referrals',
  screens: ['referrals'],
  tables: referralListsTables,
  routes: async (app, services) => {
    await app.register(referralListsRoutes, services)
    await app.register(referralViewRoutes, services)
  },
  tasks: (services) => ({ [notifyAssignedTask]: notifyAssigned(services) }),
  tidy: deleteOldBulks,
}
