import type { WebFeature } from '#platform/web/feature.ts'
import { serviceListScreens } from './service-list-screens.ts'

export const serviceListsWeb: WebFeature = {
  name: 'service-lists',
  inside: serviceListScreens,
}
