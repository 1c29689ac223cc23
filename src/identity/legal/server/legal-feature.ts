import type { ServerFeature } from '#platform/server/feature.ts'
import { legalRoutes } from './legal-routes.ts'

export const legalFeature: ServerFeature = {
  name: 'legal',
  screens: ['legal/privacyPolicy', 'legal/terms'],
  routes: (app, services) => app.register(legalRoutes, services),
}
