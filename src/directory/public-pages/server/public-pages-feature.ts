import type { ServerFeature } from '#platform/server/feature.ts'
import { publicRoutes } from './public-routes.ts'

/** The directory for everybody. Without PUBLIC_DIRECTORY=true it is left out altogether. */
export const publicPagesFeature: ServerFeature = {
  name: 'public-pages',
  routes: async (app, services) => {
    if (services.config.publicDirectory.isOn) await app.register(publicRoutes, services)
  },
}
