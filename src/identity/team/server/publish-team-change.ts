import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'

/** Screens that show these people ask again. */
export const publishTeamChange = (database: Database, about: { id: string; organizationId: string | null }) =>
  publishEvent(database, {
    type: 'portalAccount',
    subjectId: about.id,
    audience: ['role:platform-admin', ...(about.organizationId ? [`organization:${about.organizationId}`] : [])],
  })
