import { sql } from 'kysely'
import type { ServerFeature } from '#platform/server/feature.ts'
import { authenticatorProblem } from './authenticator-problem.ts'
import { authenticatorRoutes } from './authenticator-routes.ts'
import { authenticatorsTables } from './authenticators-tables.ts'
import { createFactorThrottle } from './factor-throttle.ts'
import { mfaRequirementRoutes } from './mfa-requirement-routes.ts'
import {
  strengthenRecoveryCodes,
  strengthenRecoveryCodesCrontab,
  strengthenRecoveryCodesTask,
} from './strengthen-recovery-codes.ts'

export const authenticatorsFeature: ServerFeature = {
  name: 'authenticators',
  tables: authenticatorsTables,
  problems: authenticatorProblem,
  routes: async (app, services) => {
    await app.register(authenticatorRoutes, { ...services, throttle: createFactorThrottle(services.pool) })
    await app.register(mfaRequirementRoutes, services)
  },
  tasks: (services) => ({ [strengthenRecoveryCodesTask]: strengthenRecoveryCodes(services) }),
  schedules: [strengthenRecoveryCodesCrontab],
  tidy: async (database) => {
    await sql`delete from authenticator_challenge where expires_on < now() - interval '1 hour'`.execute(database)
    await sql`delete from authenticator where not active and created_on < now() - interval '1 hour'`.execute(database)
  },
}
