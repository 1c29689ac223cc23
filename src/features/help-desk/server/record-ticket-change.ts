import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'

/** Writes into a ticket's records, which nobody alters, what was changed by whom, from what and to what. */
export const recordTicketChange = (
  database: Database,
  actor: Pick<Actor, 'accountId'>,
  ticketId: string,
  change: {
    field: 'created' | 'status' | 'receiveEmailUpdates' | 'screenshot' | 'assignee'
    from?: string | null
    to?: string | null
  },
) =>
  recordAudit(database, {
    actorId: actor.accountId,
    action: `supportRequest.${change.field}`,
    subjectType: 'supportRequest',
    subjectId: ticketId,
    detail: change,
  })
