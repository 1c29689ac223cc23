import type { SignInMethod } from '#identity/accounts/server/accounts-public.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { accountSafetyProblem } from './account-safety-problem.ts'
import { impersonationRoutes } from './impersonation-routes.ts'
import { mySessionRoutes } from './my-session-routes.ts'
import { notMeRoutes } from './not-me-routes.ts'

/** @param signInMethods what a report removes */
export const accountSafetyFeature = (signInMethods: SignInMethod[]): ServerFeature => ({
  name: 'account-safety',
  screens: ['auth/notMe/:code', 'auth/reauthenticate', 'myAccount/impersonate'],
  problems: accountSafetyProblem,
  routes: async (app, services) => {
    await app.register(notMeRoutes, { ...services, signInMethods })
    await app.register(mySessionRoutes, services)
    await app.register(impersonationRoutes, services)
  },
})
