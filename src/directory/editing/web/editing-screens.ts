import type { RouteObject } from 'react-router'
import { composed, screen } from '#platform/web/screen.tsx'
import type { ListingParts } from './editing-public.tsx'

const texts = ['editing', 'services']

/**
 * An organization's listings for those who edit them.
 * @param loadParts parts of these screens from other features
 */
export const editingScreens = (loadParts: () => Promise<ListingParts>): RouteObject[] => [
  screen('organization/listing', {
    texts: [...texts, 'suggestions'],
    title: 'editing:list.title',
    load: () => composed(import('./listings-page.tsx'), loadParts()),
  }),
  screen('organization/listing/new', {
    texts,
    title: 'editing:new.title',
    load: () => import('./new-service-page.tsx'),
  }),
  screen('organization/profile/:organizationId', {
    texts,
    title: 'editing:profile.title',
    load: () => import('./profile-editor-page.tsx'),
  }),
  screen('organization/profile/:organizationId/history', {
    texts,
    title: 'editing:history.title',
    load: () => import('./history-page.tsx'),
  }),
  screen('organization/place/new', {
    texts,
    title: 'editing:newPlace.title',
    load: () => import('./new-place-page.tsx'),
  }),
  screen('organization/place/:locationId', {
    texts,
    title: 'editing:place.title',
    load: () => import('./place-editor-page.tsx'),
  }),
  screen('organization/place/:locationId/history', {
    texts,
    title: 'editing:history.title',
    load: () => import('./history-page.tsx'),
  }),
  screen('organization/listing/:serviceId', {
    texts,
    title: 'editing:edit.title',
    load: () => import('./service-editor-page.tsx'),
  }),
  screen('organization/listing/:serviceId/history', {
    texts,
    title: 'editing:history.title',
    load: () => import('./history-page.tsx'),
  }),
]
