import type { ServerFeature } from '#platform/server/feature.ts'

export const landingFeature: ServerFeature = {
  name: 'landing',
  screens: ['auth/login'],
}
