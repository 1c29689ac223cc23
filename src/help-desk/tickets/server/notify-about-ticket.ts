import type { Database } from '#platform/server/database.ts'
import { type LiveEvent, publishEvent } from '#platform/server/events.ts'

interface TicketOwner {
  id: string
  organizationId: string | null
  createdBy: string
}

/** Tells all who may see a ticket that it changed; of an internal note not even that, but those who may read it. */
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

/** Has the tabs of those whom {@link ticketEvent} names ask again. */
export const publishTicket = (database: Database, ticket: TicketOwner, visibility?: 'public' | 'internal') =>
  publishEvent(database, ticketEvent(ticket, visibility))
