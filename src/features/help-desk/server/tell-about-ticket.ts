import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'

/** Tells the tabs of all who may see a ticket that it changed; of an internal note not even that, but to those who may read it. */
export const publishTicket = (
  database: Database,
  ticket: { id: string; organizationId: string | null; createdBy: string },
  visibility: 'public' | 'internal' = 'public',
) =>
  publishEvent(database, {
    type: 'supportRequest',
    subjectId: ticket.id,
    audience: [
      ...(visibility === 'public' ? [`account:${ticket.createdBy}`] : []),
      ...(visibility === 'public' && ticket.organizationId ? [`organization:${ticket.organizationId}`] : []),
      'role:support-agent',
      'role:platform-admin',
    ],
  })
