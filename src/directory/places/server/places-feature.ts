import type { ServerFeature } from '#platform/server/feature.ts'
import { loadPlaces } from './load-places.ts'
import { placeRoutes } from './place-routes.ts'
import { placesTables } from './places-tables.ts'

export const placesFeature: ServerFeature = {
  name: 'places',
  tables: placesTables,
  tag: 'directory',
  routes: (app, services) => app.register(placeRoutes, services),
  prepare: ({ database }) => loadPlaces(database),
}
