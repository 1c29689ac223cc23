import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const networkReportWeb: WebFeature = {
  name: 'network-report',
  loadNavigation: async () => (await import('./network-navigation.ts')).networkNavigation,
  inside: [
    screen('reports/network', {
      texts: ['network-report', 'reports', 'needs'],
      title: 'network-report:title',
      load: () => import('./network-page.tsx'),
    }),
  ],
}
