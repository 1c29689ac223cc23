import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'

/** Notifies the tabs of the organization that owns a person's record that it changed. */
export const publishContact = (database: Database, id: string, organizationId: string | null) =>
  publishEvent(database, {
    type: 'contact',
    subjectId: id,
    audience: organizationId ? [`organization:${organizationId}`] : [],
  })
