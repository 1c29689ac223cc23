import { screen } from '#platform/web/screen.tsx'

/** For the link of a mail; open to anyone who has it. */
export const checkScreen = screen('directory/check/:code', {
  texts: ['freshness', 'editing', 'services'],
  title: 'freshness:check.title',
  load: () => import('./check-page.tsx'),
})

/** For data managers. */
export const workListScreen = screen('admin/unconfirmed', {
  texts: ['freshness', 'services'],
  title: 'freshness:work.title',
  load: () => import('./work-list-page.tsx'),
})
