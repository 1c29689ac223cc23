import type { WebFeature } from '#platform/web/feature.ts'
import type { CollectingParts } from './collecting-parts.ts'
import { directoryScreens } from './directory-screens.ts'
import type { MapParts } from './map-parts-public.ts'

/**
 * @param loadParts parts of the screens for collecting services, from the casework
 * @param loadMap the map of the results
 */
export const servicesWeb = (
  loadParts: () => Promise<CollectingParts>,
  loadMap: () => Promise<MapParts>,
): WebFeature => ({
  name: 'services',
  loadNavigation: async () => (await import('./services-navigation.ts')).servicesNavigation,
  inside: directoryScreens(loadParts, loadMap),
})
