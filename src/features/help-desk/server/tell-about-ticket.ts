import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'

/** Tells the tabs of all who may see a ticket that it changed. */
export const publishTicket = (
  database: Database,
  ticket: { id: string; organizationId: string | null; createdBy: string },
) =>
  publishEvent(database, {
    type: 'supportRequest',
    subjectId: ticket.id,
    audience: [
      `account:${ticket.createdBy}`,
      ...(ticket.organizationId ? [`organization:${ticket.organizationId}`] : []),
      'role:support-agent',
      'role:platform-admin',
    ],
  })
