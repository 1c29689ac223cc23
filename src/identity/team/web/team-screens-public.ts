import { screen } from '#platform/web/screen.tsx'

/** In the account area: one's own name and language. */
export const myInfoScreen = screen('myInfo', {
  texts: ['team'],
  title: 'team:myInfo.title',
  load: () => import('./my-info-page.tsx'),
})
