import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const answerLinksWeb: WebFeature = {
  name: 'answer-links',
  openWithComponents: [
    screen('a/:code', {
      texts: ['answer-links', 'appointments', 'referrals', 'needs', 'safe-contact'],
      title: 'answer-links:title',
      load: () => import('./answer-page.tsx'),
    }),
  ],
}
