import type { ServerFeature } from '#platform/server/feature.ts'
import { measureRoutes } from './measure-routes.ts'
import { ticketMeasuresTables } from './ticket-measures-tables.ts'

export const ticketMeasuresFeature: ServerFeature = {
  name: 'ticket-measures',
  screens: ['support/measures'],
  tables: ticketMeasuresTables,
  tag: 'help desk',
  routes: (app, services) => app.register(measureRoutes, services),
}
