import { sql } from 'kysely'
import type { ServerFeature } from '#platform/server/feature.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { passkeysTables } from './passkeys-tables.ts'

export const passkeysFeature: ServerFeature = {
  name: 'passkeys',
  tables: passkeysTables,
  routes: (app, services) => app.register(passkeyRoutes, services),
  tidy: (database) => sql`delete from passkey_challenge where expires_on < now()`.execute(database),
}
