import { screen } from '#platform/web/screen.tsx'

/** For the link of a security mail; open to anyone who has it. */
export const notMeScreen = screen('auth/notMe/:code', {
  texts: ['account-safety'],
  title: 'account-safety:notMe.title',
  load: () => import('./not-me-page.tsx'),
})

/** Signed in, without the main navigation: asks the owner to confirm their identity. */
export const reauthenticateScreen = screen('auth/reauthenticate', {
  texts: ['accounts', 'authenticators', 'passkeys', 'single-sign-on'],
  title: 'accounts:reauthenticate.title',
  load: () => import('./reauthenticate-page.tsx'),
})

/** In the account area: impersonation, for platform admins. */
export const actAsScreen = screen('actAs', {
  texts: ['account-safety'],
  title: 'account-safety:actAs.title',
  load: () => import('./act-as-page.tsx'),
})
