import type { WebFeature } from '#platform/web/feature.ts'
import { changeScreens, invitationScreen, myInfoScreen, teamScreens } from './team-screens.ts'

export const teamWeb: WebFeature = {
  name: 'team',
  open: changeScreens,
  openWithComponents: [invitationScreen],
  loadNavigation: async () => (await import('./team-navigation.ts')).teamNavigation,
  inside: teamScreens,
  accountPages: [myInfoScreen],
}
