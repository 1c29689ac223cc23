import type { WebFeature } from '#platform/web/feature.ts'
import { composed, screen } from '#platform/web/screen.tsx'
import { forceResetScreen, passwordEndScreens, passwordScreens } from './account-screens.ts'
import type { SignInMethod } from './sign-in-method-public.ts'

/**
 * @param methods a sign-out ends the session at their sites as well
 * @param sendUnsent sends what this device still has to send
 */
export const accountsWeb = (methods: SignInMethod[], sendUnsent: () => Promise<void>): WebFeature => ({
  name: 'accounts',
  visitor: passwordEndScreens,
  visitorWithComponents: passwordScreens,
  open: [
    screen('auth/logout', {
      texts: ['accounts'],
      title: 'accounts:logout.title',
      clearsTyped: true,
      load: () => composed(import('./logout-page.tsx'), Promise.resolve({ methods, sendUnsent })),
    }),
  ],
  interrupting: [forceResetScreen],
})
