import { screen } from '#platform/web/screen.tsx'

/** In the account area: acting as somebody else, for platform admins. */
export const actAsScreen = screen('actAs', {
  texts: ['account-safety'],
  title: 'account-safety:actAs.title',
  load: () => import('./act-as-page.tsx'),
})
