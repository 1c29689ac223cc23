import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const categoriesWeb: WebFeature = {
  name: 'categories',
  loadNavigation: async () => (await import('./categories-navigation.ts')).categoriesNavigation,
  inside: [
    screen('admin/categories', {
      texts: ['categories', 'needs'],
      title: 'categories:title',
      load: () => import('./categories-page.tsx'),
    }),
  ],
}
