import type { WebFeature } from '#platform/web/feature.ts'
import type { CollectingParts } from './collecting-parts.ts'
import { directoryScreens } from './directory-screens.ts'

/** @param loadParts parts of the screens for collecting services, from the casework */
export const servicesWeb = (loadParts: () => Promise<CollectingParts>): WebFeature => ({
  name: 'services',
  loadNavigation: async () => (await import('./services-navigation.ts')).servicesNavigation,
  inside: directoryScreens(loadParts),
})
