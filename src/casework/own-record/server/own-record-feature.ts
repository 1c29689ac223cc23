import type { ServerFeature } from '#platform/server/feature.ts'
import { ownRecordRoutes } from './own-record-routes.ts'
import { ownRecordTables } from './own-record-tables.ts'

/** What a community member sees and decides of the records that organizations keep about them. */
export const ownRecordFeature: ServerFeature = {
  name: 'own-record',
  tables: ownRecordTables,
  routes: (app, services) => app.register(ownRecordRoutes, services),
}
