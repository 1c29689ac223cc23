import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const importsWeb: WebFeature = {
  name: 'imports',
  loadNavigation: async () => (await import('./imports-navigation.ts')).importsNavigation,
  inside: [
    screen('admin/imports', {
      texts: ['imports'],
      title: 'imports:title',
      load: () => import('./imports-page.tsx'),
    }),
    screen('admin/imports/:importId', {
      texts: ['imports'],
      title: 'imports:title',
      load: () => import('./import-page.tsx'),
    }),
  ],
}
