import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const duplicatePeopleWeb: WebFeature = {
  name: 'duplicate-people',
  inside: [
    screen('people/duplicates', {
      texts: ['duplicate-people', 'clients'],
      title: 'duplicate-people:title',
      load: () => import('./duplicates-page.tsx'),
    }),
    screen('people/duplicates/:pairId', {
      texts: ['duplicate-people', 'clients', 'needs', 'person-facts'],
      title: 'duplicate-people:compare.title',
      load: () => import('./compare-page.tsx'),
    }),
  ],
}
