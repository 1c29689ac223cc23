import type { WebFeature } from '#platform/web/feature.ts'
import {
  registrationEndScreens,
  registrationScreens,
  reviewScreens,
  verificationScreen,
} from './registration-screens.ts'

export const registrationWeb: WebFeature = {
  name: 'registration',
  visitor: registrationEndScreens,
  visitorWithComponents: registrationScreens,
  openWithComponents: [verificationScreen],
  loadNavigation: async () => (await import('./registration-navigation.ts')).registrationNavigation,
  inside: reviewScreens,
}
