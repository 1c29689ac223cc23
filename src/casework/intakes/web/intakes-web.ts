import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const intakesWeb: WebFeature = {
  name: 'intakes',
  inside: [
    screen('intakes/:intakeId', {
      texts: ['intakes', 'intake-forms', 'needs'],
      title: 'intakes:title',
      load: () => import('./intake-page.tsx'),
    }),
  ],
}
