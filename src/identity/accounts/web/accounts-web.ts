import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'
import { forceResetScreen, passwordEndScreens, passwordScreens } from './account-screens.ts'
import type { SignInMethod } from './sign-in-method-public.ts'

/** @param methods a sign-out ends the session at their sites as well */
export const accountsWeb = (methods: SignInMethod[]): WebFeature => ({
  name: 'accounts',
  visitor: passwordEndScreens,
  visitorWithComponents: passwordScreens,
  open: [
    screen('auth/logout', {
      texts: ['accounts'],
      title: 'accounts:logout.title',
      clearsTyped: true,
      load: async () => {
        const { Screen, createLoader } = await import('./logout-page.tsx')
        return { Screen, loader: createLoader(methods) }
      },
    }),
  ],
  interrupting: [forceResetScreen],
})
