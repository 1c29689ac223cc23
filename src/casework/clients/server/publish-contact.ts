import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'

/** Tells the tabs of the organization that keeps a person's record that it changed. */
export const publishContact = (database: Database, id: string, organizationId: string | null) =>
  publishEvent(database, {
    type: 'contact',
    subjectId: id,
    audience: organizationId ? [`organization:${organizationId}`] : [],
  })
