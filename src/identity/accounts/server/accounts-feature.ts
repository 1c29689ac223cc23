import { sql } from 'kysely'
import type { ServerFeature } from '#platform/server/feature.ts'
import { createSecurityLog } from '#platform/server/security-log.ts'
import {
  accountEventCrontab,
  accountEventTidyTask,
  failedSignInTask,
  recordFailedSignIn,
  tidyAccountEvents,
} from './account-event.ts'
import { accountProblem } from './account-problem.ts'
import { accountsTables } from './accounts-tables.ts'
import { refuseDemoAccounts, seedDemoAccounts } from './demo-accounts.ts'
import type { ProvingMethod } from './factor-proof.ts'
import { forgotPassword, forgotPasswordTask } from './forgot-password.ts'
import { createGuessThrottle } from './guess-throttle.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { passwordRoutes } from './password-routes.ts'
import { deleteEndedSessions } from './session.ts'
import { deleteOldSignInLinks } from './sign-in-link-queries.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { superAdminRoutes } from './super-admin-routes.ts'

/** @param method verifies a second factor; passed in, because second factors depend on accounts */
export const accountsFeature = ({ createProof }: ProvingMethod): ServerFeature => ({
  name: 'accounts',
  screens: [
    'auth/forgotConfirmation',
    'auth/resetConfirmation',
    'auth/forgot',
    'auth/reset/:passwordResetToken',
    'auth/adminReset/:jwtResetToken',
    'auth/logout',
    'auth/forceReset',
  ],
  tables: accountsTables,
  problems: accountProblem,
  routes: async (app, services) => {
    const throttle = createLoginThrottle(services.pool, services.config)
    const guesses = createGuessThrottle(services.pool)
    await app.register(signInRoutes, { ...services, throttle })
    await app.register(passwordRoutes, { ...services, guesses, throttle, factors: createProof(services) })
    await app.register(superAdminRoutes, services)
  },
  tasks: (services) => ({
    [forgotPasswordTask]: forgotPassword(services),
    [failedSignInTask]: recordFailedSignIn({
      ...services,
      security: createSecurityLog(services.log, services.config),
    }),
    [accountEventTidyTask]: tidyAccountEvents(services),
  }),
  schedules: [accountEventCrontab],
  tidy: async (database) => {
    await deleteEndedSessions(database)
    await deleteOldSignInLinks(database)
    await sql`delete from login_wait where last_on < now() - interval '1 hour'`.execute(database)
  },
  prepare: async ({ config, database }) => {
    if (config.production) await refuseDemoAccounts(database)
  },
  seedDemo: (database) => database.transaction().execute(seedDemoAccounts),
})
