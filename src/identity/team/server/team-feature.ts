import type { SignInMethod } from '#identity/accounts/server/accounts-public.ts'
import type { WelcomeArrival } from '#identity/organizations/server/organizations-public.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { teamLinkRoutes } from './link-routes.ts'
import { settleChanges, settleChangesCrontab, settleChangesTask } from './settle-changes.ts'
import { teamInvitationRoutes, teamRoutes } from './team-routes.ts'
import { teamTables } from './team-tables.ts'

/**
 * @param welcome what happens when an invited person's account is created
 * @param signInMethods what a reset of second factors removes
 */
export const teamFeature = (welcome: WelcomeArrival, signInMethods: SignInMethod[]): ServerFeature => ({
  name: 'team',
  screens: [
    'account/confirm/:code',
    'registration/invitation/:code',
    'organization/people',
    'organization/people/:accountId',
    'admin/accounts',
    'admin/accounts/:accountId',
    'myAccount/myInfo',
  ],
  tables: teamTables,
  routes: async (app, services) => {
    await app.register(teamInvitationRoutes, services)
    await app.register(teamRoutes, services)
    await app.register(teamLinkRoutes, { ...services, welcome })
  },
  tasks: (services) => ({ [settleChangesTask]: settleChanges({ ...services, signInMethods }) }),
  schedules: [settleChangesCrontab],
})
