import type { Database } from '#platform/server/database.ts'
import { type LiveEvent, publishEvent } from '#platform/server/events.ts'

interface TicketOwner {
  id: string
  organizationId: string | null
  createdBy: string
}

/** The event that a ticket changed, for all who may see it; for an internal note, only for those who may read it. */
export const ticketEvent = (ticket: TicketOwner, visibility: 'public' | 'internal' = 'public'): LiveEvent => ({
  type: 'supportRequest',
  subjectId: ticket.id,
  audience: [
    ...(visibility === 'public' ? [`account:${ticket.createdBy}`] : []),
    ...(visibility === 'public' && ticket.organizationId ? [`organization:${ticket.organizationId}`] : []),
    'role:support-agent',
    'role:platform-admin',
  ],
})

/** Makes the tabs of the audience of {@link ticketEvent} reload the ticket. */
export const publishTicket = (database: Database, ticket: TicketOwner, visibility?: 'public' | 'internal') =>
  publishEvent(database, ticketEvent(ticket, visibility))
