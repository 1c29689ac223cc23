import type { WebFeature } from '#platform/web/feature.ts'
import type { ListingParts } from './editing-public.tsx'
import { editingScreens } from './editing-screens.ts'

/** @param loadParts parts of the screens from other features */
export const editingWeb = (loadParts: () => Promise<ListingParts>): WebFeature => ({
  name: 'editing',
  loadNavigation: async () => (await import('./editing-navigation.ts')).editingNavigation,
  inside: editingScreens(loadParts),
})
