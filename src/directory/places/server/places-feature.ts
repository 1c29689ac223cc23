import type { ServerFeature } from '#platform/server/feature.ts'
import { loadPlaces } from './load-places.ts'
import { placesTables } from './places-tables.ts'

export const placesFeature: ServerFeature = {
  name: 'places',
  tables: placesTables,
  prepare: ({ database }) => loadPlaces(database),
}
