import type { WebFeature } from '#platform/web/feature.ts'
import { composed, screen } from '#platform/web/screen.tsx'
import type { SupportAreaPart } from './support-area-part.ts'

/** @param loadParts the frame of the support area */
export const cannedAnswersWeb = (loadParts: () => Promise<SupportAreaPart>): WebFeature => ({
  name: 'canned-answers',
  inside: [
    screen('support/cannedAnswers', {
      texts: ['canned-answers', 'tickets'],
      title: 'canned-answers:title',
      load: () => composed(import('./canned-answers-page.tsx'), loadParts()),
    }),
  ],
})
