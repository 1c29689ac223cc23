import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const searchCountsWeb: WebFeature = {
  name: 'search-counts',
  loadNavigation: async () => (await import('./search-counts-navigation.ts')).searchCountsNavigation,
  inside: [
    screen('admin/searches', {
      texts: ['search-counts', 'categories'],
      title: 'search-counts:title',
      load: () => import('./searches-page.tsx'),
    }),
  ],
}
