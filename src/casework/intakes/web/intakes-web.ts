import type { WebFeature } from '#platform/web/feature.ts'
import { composed, screen } from '#platform/web/screen.tsx'
import type { IntakeParts } from './intake-page.tsx'

/** @param loadParts parts of an intake's screen from other features */
export const intakesWeb = (loadParts: () => Promise<IntakeParts>): WebFeature => ({
  name: 'intakes',
  inside: [
    screen('intakes/:intakeId', {
      texts: ['intakes', 'intake-forms', 'intake-links', 'needs'],
      title: 'intakes:title',
      load: () => composed(import('./intake-page.tsx'), loadParts()),
    }),
  ],
})
