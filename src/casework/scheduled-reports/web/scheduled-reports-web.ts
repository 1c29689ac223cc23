import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

const texts = ['scheduled-reports', 'unmet-needs', 'needs']

export const scheduledReportsWeb: WebFeature = {
  name: 'scheduled-reports',
  inside: [
    screen('reports/scheduled', {
      ...{ texts, title: 'scheduled-reports:title' },
      load: () => import('./schedules-page.tsx'),
    }),
    screen('reports/scheduled/:runId', {
      ...{ texts, title: 'scheduled-reports:title' },
      load: () => import('./run-page.tsx'),
    }),
  ],
}
