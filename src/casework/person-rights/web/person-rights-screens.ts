import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

const texts = ['person-rights', 'needs']

/** The access log of the people whom organizations serve. */
export const personRightsScreens: RouteObject[] = [
  screen('people/:contactId/accessLog', {
    texts,
    title: 'person-rights:log.title',
    load: () => import('./access-log-page.tsx'),
  }),
  screen('people/inactive', {
    texts,
    title: 'person-rights:inactive.title',
    load: () => import('./inactive-page.tsx'),
  }),
  screen('admin/accessLog', {
    texts,
    title: 'person-rights:network.title',
    load: () => import('./network-access-log-page.tsx'),
  }),
]

/** In the account area of a community member. */
export const myRecordScreen = screen('myRecord', {
  texts,
  title: 'person-rights:mine.title',
  load: () => import('./my-record-page.tsx'),
})
