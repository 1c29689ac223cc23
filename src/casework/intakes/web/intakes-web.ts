import type { WebFeature } from '#platform/web/feature.ts'
import { composed, screen } from '#platform/web/screen.tsx'
import type { IntakeParts } from './intake-page.tsx'
import { INTAKE_PATH } from './intake-path.ts'

/** @param loadParts parts of an intake's screen from other features */
export const intakesWeb = (loadParts: () => Promise<IntakeParts>): WebFeature => ({
  name: 'intakes',
  inside: [
    screen(INTAKE_PATH, {
      texts: ['intakes', 'intake-forms', 'intake-links', 'link-deliveries', 'needs'],
      title: 'intakes:title',
      load: () => composed(import('./intake-page.tsx'), loadParts()),
    }),
  ],
})
