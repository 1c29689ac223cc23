import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

const texts = ['reports', 'needs']

export const reportsWeb: WebFeature = {
  name: 'reports',
  loadNavigation: async () => (await import('./reports-navigation.ts')).reportsNavigation,
  inside: [
    screen('reports', { texts, title: 'reports:title', load: () => import('./reports-page.tsx') }),
    screen('reports/rows', { texts, title: 'reports:rows.title', load: () => import('./report-rows-page.tsx') }),
  ],
}
