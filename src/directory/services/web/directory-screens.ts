import type { RouteObject } from 'react-router'
import { composed, screen } from '#platform/web/screen.tsx'
import type { CollectingParts } from './collecting-parts.ts'
import type { MapParts } from './map-parts-public.ts'

/**
 * The screens of the resource directory.
 * @param loadParts parts of these screens from other features
 * @param loadMap the map of the results, from another feature
 */
export const directoryScreens = (
  loadParts: () => Promise<CollectingParts>,
  loadMap: () => Promise<MapParts>,
): RouteObject[] => [
  screen('directory', {
    texts: ['services', 'service-lists', 'person-facts', 'service-map', 'needs'],
    title: 'services:page.title',
    load: () =>
      composed(
        import('./directory-page.tsx'),
        Promise.all([loadParts(), loadMap()]).then(([collecting, map]) => ({ ...collecting, ...map })),
      ),
  }),
  screen('directory/service/:serviceId', {
    texts: ['services', 'service-lists', 'person-facts'],
    title: 'services:page.title',
    load: () => composed(import('./service-page.tsx'), loadParts()),
  }),
  screen('directory/organization/:organizationId', {
    texts: ['services', 'service-lists'],
    title: 'services:page.title',
    load: () => composed(import('./organization-page.tsx'), loadParts()),
  }),
]
