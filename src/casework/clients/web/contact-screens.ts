import type { RouteObject } from 'react-router'
import { composed, screen } from '#platform/web/screen.tsx'
import type { PersonParts } from './person-parts.ts'

/**
 * The records of the people whom an organization serves.
 * @param loadParts parts of these screens from other features
 */
export const contactScreens = (loadParts: () => Promise<PersonParts>): RouteObject[] => [
  screen('people/new', {
    texts: ['clients', 'needs'],
    title: 'clients:new.title',
    load: () => import('./new-person-page.tsx'),
  }),
  screen('people/:contactId', {
    texts: [
      'clients',
      'duplicate-people',
      'needs',
      'person-rights',
      'person-facts',
      'referrals',
      'intakes',
      // An intake may begin here without a connection.
      'intake-forms',
      'intake-links',
      'own-record',
      'households',
      'record-links',
      'consent-requests',
      'safe-contact',
      'link-deliveries',
    ],
    title: 'clients:page.title',
    load: () => composed(import('./person-page.tsx'), loadParts()),
  }),
]
