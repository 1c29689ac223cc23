import type { ServerFeature } from '#platform/server/feature.ts'
import { peopleListRoutes } from './people-list-routes.ts'

/** The list of people, and their file. */
export const peopleListFeature: ServerFeature = {
  name: 'people-list',
  tag: 'contacts',
  screens: ['people'],
  routes: async (app, services) => {
    await app.register(peopleListRoutes, services)
  },
}
