import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const unmetNeedsWeb: WebFeature = {
  name: 'unmet-needs',
  loadNavigation: async () => (await import('./unmet-navigation.ts')).unmetNavigation,
  inside: [
    screen('reports/unmet-needs', {
      texts: ['unmet-needs', 'needs'],
      title: 'unmet-needs:title',
      load: () => import('./unmet-page.tsx'),
    }),
  ],
}
