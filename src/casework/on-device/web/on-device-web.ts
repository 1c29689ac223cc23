import type { WebFeature } from '#platform/web/feature.ts'
import { screen } from '#platform/web/screen.tsx'

export const onDeviceWeb: WebFeature = {
  name: 'on-device',
  inside: [
    screen('onDevice', {
      texts: ['on-device', 'intakes'],
      title: 'on-device:title',
      load: () => import('./device-page.tsx'),
    }),
  ],
}
