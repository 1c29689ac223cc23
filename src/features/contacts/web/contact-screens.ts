import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

/** The people whom an organization serves. */
export const contactScreens: RouteObject[] = [
  screen('people', {
    texts: ['contacts', 'needs', 'person-rights'],
    title: 'contacts:list.title',
    load: () => import('./people-page.tsx'),
  }),
  screen('people/new', {
    texts: ['contacts', 'needs'],
    title: 'contacts:new.title',
    load: () => import('./new-person-page.tsx'),
  }),
  screen('people/:contactId', {
    texts: ['contacts', 'needs', 'person-rights'],
    title: 'contacts:page.title',
    load: () => import('./person-page.tsx'),
  }),
]
