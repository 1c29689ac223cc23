import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const intakeLinksWeb: WebFeature = {
  name: 'intake-links',
  openWithComponents: [
    screen('i/:code', {
      texts: ['intake-links', 'intakes', 'intake-forms'],
      title: 'intake-links:title',
      load: () => import('./link-page.tsx'),
    }),
  ],
}
