import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const needTimelineWeb: WebFeature = {
  name: 'need-timeline',
  inside: [
    screen('people/:contactId/timeline', {
      texts: ['need-timeline', 'help-answers', 'referrals', 'needs', 'clients'],
      title: 'need-timeline:title',
      load: () => import('./need-timeline-page.tsx'),
    }),
  ],
}
