import { screen } from '#platform/web/screen.tsx'

/** Behind the link of a security mail; open to whoever holds it. */
export const notMeScreen = screen('auth/notMe/:code', {
  texts: ['account-safety'],
  title: 'account-safety:notMe.title',
  load: () => import('./not-me-page.tsx'),
})
