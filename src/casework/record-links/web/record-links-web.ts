import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const recordLinksWeb: WebFeature = {
  name: 'record-links',
  openWithComponents: [
    screen('p/:code', {
      texts: ['record-links', 'intake-links', 'own-record', 'clients', 'needs', 'safe-contact'],
      title: 'record-links:title',
      load: () => import('./record-page.tsx'),
    }),
  ],
}
