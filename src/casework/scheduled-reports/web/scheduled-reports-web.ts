import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

const texts = ['scheduled-reports', 'reports', 'needs']
const ofRuns = [...texts, 'unmet-needs', 'network-report']

export const scheduledReportsWeb: WebFeature = {
  name: 'scheduled-reports',
  inside: [
    screen('reports/scheduled', {
      ...{ texts, title: 'scheduled-reports:title' },
      load: () => import('./schedules-page.tsx'),
    }),
    screen('reports/scheduled/:runId', {
      ...{ texts: ofRuns, title: 'scheduled-reports:title' },
      load: () => import('./run-page.tsx'),
    }),
  ],
}
