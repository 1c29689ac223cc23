import type { ServerFeature } from '#platform/server/feature.ts'
import { helpDeskMeasuresTables } from './help-desk-measures-tables.ts'
import { measureRoutes } from './measure-routes.ts'

export const helpDeskMeasuresFeature: ServerFeature = {
  name: 'ticket-measures',
  tables: helpDeskMeasuresTables,
  tag: 'help desk',
  routes: (app, services) => app.register(measureRoutes, services),
}
