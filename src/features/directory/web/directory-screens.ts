import type { RouteObject } from 'react-router'
import { screen } from '#platform/web/screen.tsx'

/** The screens of the resource directory. */
export const directoryScreens: RouteObject[] = [
  screen('directory', {
    texts: ['directory'],
    title: 'directory:page.title',
    load: () => import('./directory-page.tsx'),
  }),
  screen('directory/service/:serviceId', {
    texts: ['directory'],
    title: 'directory:page.title',
    load: () => import('./service-page.tsx'),
  }),
]
