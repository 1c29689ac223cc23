import type { WebFeature } from '#platform/web/feature.ts'
import { emailUpdatesScreen, helpDeskScreens } from './help-desk-screens.ts'

export const ticketsWeb: WebFeature = {
  name: 'tickets',
  loadNavigation: async () => (await import('./tickets-navigation.ts')).ticketsNavigation,
  open: [emailUpdatesScreen],
  inside: helpDeskScreens,
}
