import type { WebFeature } from '#platform/web/feature.ts'
import { contactScreens } from './contact-screens.ts'
import type { PersonParts } from './person-parts.ts'

/** @param loadParts parts of the screens from other features */
export const clientsWeb = (loadParts: () => Promise<PersonParts>): WebFeature => ({
  name: 'clients',
  loadNavigation: async () => (await import('./clients-navigation.ts')).clientsNavigation,
  inside: contactScreens(loadParts),
})
