import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

/** The lists of services that staff collect and share. */
export const serviceListScreens: RouteObject[] = [
  screen('lists', {
    texts: ['service-lists', 'safe-contact'],
    title: 'service-lists:all.title',
    load: () => import('./lists-page.tsx'),
  }),
  screen('lists/:listId', {
    texts: ['service-lists', 'safe-contact', 'link-deliveries'],
    title: 'service-lists:list.title',
    load: () => import('./list-page.tsx'),
  }),
]
