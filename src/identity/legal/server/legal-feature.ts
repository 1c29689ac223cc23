import type { ServerFeature } from '#platform/server/feature.ts'
import { legalRoutes } from './legal-routes.ts'

export const legalFeature: ServerFeature = {
  name: 'legal',
  routes: (app, services) => app.register(legalRoutes, services),
}
