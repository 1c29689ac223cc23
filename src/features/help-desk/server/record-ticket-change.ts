import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'

/** Of a merge there are two records: the duplicate's `mergedInto` and `unmerged`, and the other ticket's `tookIn` and `gaveBack`. */
type TicketRecordField =
  | 'created'
  | 'status'
  | 'receiveEmailUpdates'
  | 'screenshot'
  | 'assignee'
  | 'mergedInto'
  | 'unmerged'
  | 'tookIn'
  | 'gaveBack'

/** Writes into a ticket's records, which nobody alters, what was changed by whom, from what and to what. */
export const recordTicketChange = (
  database: Database,
  actor: Pick<Actor, 'accountId'>,
  ticketId: string,
  change: {
    field: TicketRecordField
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
