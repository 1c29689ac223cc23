import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const duplicatesWeb: WebFeature = {
  name: 'duplicates',
  loadNavigation: async () => (await import('./duplicates-navigation.ts')).duplicatesNavigation,
  inside: [
    screen('admin/duplicates', {
      texts: ['duplicates'],
      title: 'duplicates:title',
      load: () => import('./duplicates-page.tsx'),
    }),
    screen('admin/duplicates/:pairId', {
      texts: ['duplicates', 'editing', 'services'],
      title: 'duplicates:compare.title',
      load: () => import('./compare-page.tsx'),
    }),
  ],
}
