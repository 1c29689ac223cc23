import type { WebFeature } from '#platform/web/feature.ts'
import { editingScreens } from './editing-screens.ts'

export const editingWeb: WebFeature = {
  name: 'editing',
  loadNavigation: async () => (await import('./editing-navigation.ts')).editingNavigation,
  inside: editingScreens,
}
