import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'

/** Makes screens that show these people reload. */
export const publishTeamChange = (database: Database, about: { id: string; organizationId: string | null }) =>
  publishEvent(database, {
    type: 'portalAccount',
    subjectId: about.id,
    audience: ['role:platform-admin', ...(about.organizationId ? [`organization:${about.organizationId}`] : [])],
  })
