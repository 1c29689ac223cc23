import type { ServerFeature } from '#platform/server/feature.ts'

export const evaluationFeature: ServerFeature = {
  name: 'evaluation',
  screens: ['dev/outbox'],
}
