import type { ServerFeature } from '#platform/server/feature.ts'
import { editingRoutes } from './editing-routes.ts'

/** Organizations edit their services, with history and confirmation. */
export const editingFeature: ServerFeature = {
  name: 'editing',
  screens: [
    'organization/listing',
    'organization/listing/new',
    'organization/listing/:serviceId',
    'organization/listing/:serviceId/history',
  ],
  tag: 'directory',
  routes: (app, services) => app.register(editingRoutes, services),
}
