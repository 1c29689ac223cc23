import type { WebFeature } from '#platform/web/feature.ts'
import { checkScreen, workListScreen } from './freshness-screens.ts'

export const freshnessWeb: WebFeature = {
  name: 'freshness',
  loadNavigation: async () => (await import('./freshness-navigation.ts')).freshnessNavigation,
  openWithComponents: [checkScreen],
  inside: [workListScreen],
}
