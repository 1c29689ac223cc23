import type { WebFeature } from '#platform/web/feature.ts'
import { myRecordScreen, personRightsScreens } from './person-rights-screens.ts'

export const personRightsWeb: WebFeature = {
  name: 'person-rights',
  loadNavigation: async () => (await import('./person-rights-navigation.ts')).personRightsNavigation,
  inside: personRightsScreens,
  accountPages: [myRecordScreen],
}
