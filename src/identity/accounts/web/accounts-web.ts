import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'
import { forceResetScreen, passwordEndScreens, passwordScreens } from './account-screens.ts'

export const accountsWeb: WebFeature = {
  name: 'accounts',
  visitor: passwordEndScreens,
  visitorWithComponents: passwordScreens,
  open: [
    screen('auth/logout', {
      texts: ['accounts'],
      title: 'accounts:logout.title',
      clearsTyped: true,
      load: () => import('./logout-page.tsx'),
    }),
  ],
  interrupting: [forceResetScreen],
}
