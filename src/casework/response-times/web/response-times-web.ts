import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const responseTimesWeb: WebFeature = {
  name: 'response-times',
  loadNavigation: async () => (await import('./response-times-navigation.ts')).responseTimesNavigation,
  inside: [
    screen('organization/responseTimes', {
      texts: ['response-times'],
      title: 'response-times:title',
      load: () => import('./response-times-page.tsx'),
    }),
  ],
}
