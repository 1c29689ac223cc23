import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const evaluationWeb: WebFeature = {
  name: 'evaluation',
  open: [
    screen('dev/outbox', {
      texts: ['evaluation'],
      title: 'evaluation:outbox.title',
      load: () => import('./outbox-page.tsx'),
    }),
  ],
}
