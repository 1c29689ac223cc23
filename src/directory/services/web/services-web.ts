import type { WebFeature } from '#platform/web/feature.ts'
import { directoryScreens } from './directory-screens.ts'

export const servicesWeb: WebFeature = {
  name: 'services',
  loadNavigation: async () => (await import('./services-navigation.ts')).servicesNavigation,
  inside: directoryScreens,
}
