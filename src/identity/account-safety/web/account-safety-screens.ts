import { screen } from '#platform/web/screen.tsx'

/** Behind the link of a security mail; open to whoever holds it. */
export const notMeScreen = screen('auth/notMe/:code', {
  texts: ['account-safety'],
  title: 'account-safety:notMe.title',
  load: () => import('./not-me-page.tsx'),
})

/** Behind the sign-in, but without the main navigation: its owner shows who they are before it. */
export const reauthenticateScreen = screen('auth/reauthenticate', {
  texts: ['accounts', 'authenticators', 'passkeys', 'single-sign-on'],
  title: 'accounts:reauthenticate.title',
  load: () => import('./reauthenticate-page.tsx'),
})

/** In the account area: acting as somebody else, for platform admins. */
export const actAsScreen = screen('actAs', {
  texts: ['account-safety'],
  title: 'account-safety:actAs.title',
  load: () => import('./act-as-page.tsx'),
})
