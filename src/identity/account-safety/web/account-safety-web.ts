import type { WebFeature } from '#platform/web/feature.ts'
import { actAsScreen, notMeScreen, reauthenticateScreen } from './account-safety-screens.ts'

export const accountSafetyWeb: WebFeature = {
  name: 'account-safety',
  openWithComponents: [notMeScreen],
  interrupting: [reauthenticateScreen],
  accountPages: [actAsScreen],
}
