import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const consentRequestsWeb: WebFeature = {
  name: 'consent-requests',
  openWithComponents: [
    screen('c/:code', {
      texts: ['consent-requests', 'intake-links', 'clients'],
      title: 'consent-requests:title',
      load: () => import('./consent-page.tsx'),
    }),
  ],
}
