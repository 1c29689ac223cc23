import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'

import type { RegistrationReview } from '../review.ts'

/** Makes screens that show this registration reload: the network's queue, and the organization's requests to join. */
export const publishReview = (database: Database, review: Pick<RegistrationReview, 'id' | 'kind' | 'organizationId'>) =>
  publishEvent(database, {
    type: 'registration-review',
    subjectId: review.id,
    audience: ['role:platform-admin', ...(review.kind === 'join' ? [`organization:${review.organizationId}`] : [])],
  })
