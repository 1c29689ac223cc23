import type { RouteObject } from 'react-router'
import { composed, screen } from '#platform/web/screen.tsx'
import type { CollectingParts } from './collecting-parts.ts'

/**
 * The screens of the resource directory.
 * @param loadParts parts of these screens from other features
 */
export const directoryScreens = (loadParts: () => Promise<CollectingParts>): RouteObject[] => [
  screen('directory', {
    texts: ['services', 'service-lists', 'person-facts'],
    title: 'services:page.title',
    load: () => composed(import('./directory-page.tsx'), loadParts()),
  }),
  screen('directory/service/:serviceId', {
    texts: ['services', 'service-lists', 'person-facts'],
    title: 'services:page.title',
    load: () => composed(import('./service-page.tsx'), loadParts()),
  }),
]
