import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

/** The screens of the resource directory. */
export const directoryScreens: RouteObject[] = [
  screen('directory', {
    texts: ['services'],
    title: 'services:page.title',
    load: () => import('./directory-page.tsx'),
  }),
  screen('directory/service/:serviceId', {
    texts: ['services'],
    title: 'services:page.title',
    load: () => import('./service-page.tsx'),
  }),
]
