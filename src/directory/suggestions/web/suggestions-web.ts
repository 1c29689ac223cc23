import type { WebFeature } from '#platform/web/feature.ts'
import { suggestionsScreens } from './suggestions-screens.ts'

export const suggestionsWeb: WebFeature = {
  name: 'suggestions',
  loadNavigation: async () => (await import('./suggestions-navigation.ts')).suggestionsNavigation,
  inside: suggestionsScreens,
}
