import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const consentTextsWeb: WebFeature = {
  name: 'consent-texts',
  loadNavigation: async () => (await import('./consent-texts-navigation.ts')).consentTextsNavigation,
  inside: [
    screen('admin/consentText', {
      texts: ['consent-texts'],
      title: 'consent-texts:title',
      load: () => import('./consent-text-page.tsx'),
    }),
  ],
}
