import { loadMethods, type SignInMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import { composed, screen } from '#platform/web/screen.tsx'

/** For the link of a security mail; open to anyone who has it. */
export const notMeScreen = screen('auth/notMe/:code', {
  texts: ['account-safety'],
  title: 'account-safety:notMe.title',
  load: () => import('./not-me-page.tsx'),
})

/** Signed in, without the main navigation: asks the owner to confirm their identity. */
export const reauthenticateScreen = (methods: SignInMethod[]) =>
  screen('auth/reauthenticate', {
    texts: ['accounts'],
    title: 'accounts:reauthenticate.title',
    load: () =>
      composed(
        import('./reauthenticate-page.tsx'),
        loadMethods(methods).then((loaded) => ({ methods: loaded })),
      ),
  })

/** In the account area: impersonation, for platform admins. */
export const impersonationScreen = screen('impersonate', {
  texts: ['account-safety'],
  title: 'account-safety:impersonate.title',
  load: () => import('./impersonation-page.tsx'),
})
