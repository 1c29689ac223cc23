import type { WebFeature } from '#platform/web/feature.ts'
import { composed, screen } from '#platform/web/screen.tsx'
import type { PeopleParts } from './people-parts.ts'

/** @param loadParts parts of the list from other features */
export const peopleListWeb = (loadParts: () => Promise<PeopleParts>): WebFeature => ({
  name: 'people-list',
  inside: [
    screen('people', {
      texts: ['people-list', 'clients', 'duplicate-people', 'person-rights', 'safe-contact'],
      title: 'clients:list.title',
      load: () => composed(import('./people-page.tsx'), loadParts()),
    }),
  ],
})
