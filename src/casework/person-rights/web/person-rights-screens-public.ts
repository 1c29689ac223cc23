import { screen } from '#platform/web/screen.tsx'

/** In the account area of a community member. */
export const myRecordScreen = screen('myRecord', {
  texts: ['person-rights', 'clients', 'needs'],
  title: 'person-rights:mine.title',
  load: () => import('./my-record-page.tsx'),
})
