import type { Actor } from '#platform/schema/roles.ts'
import { type NewAuditRecord, recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'

/**
 * A merge has two records: the duplicate's `mergedInto` and `unmerged`, and the other ticket's `tookIn` and `gaveBack`.
 */
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

export interface TicketChange {
  field: TicketRecordField
  from?: string | null
  to?: string | null
  /** the bulk change to which it belongs, or which it undoes: reporters do not see either */
  bulkId?: string
  undoes?: string
}

export const ticketRecord = (actorId: string, ticketId: string, change: TicketChange): NewAuditRecord => ({
  actorId,
  action: `supportRequest.${change.field}`,
  subjectType: 'supportRequest',
  subjectId: ticketId,
  detail: { ...change },
})

/** Adds to a ticket's immutable records what was changed by whom, from what and to what. */
export const recordTicketChange = (
  database: Database,
  actor: Pick<Actor, 'accountId'>,
  ticketId: string,
  change: TicketChange,
) => recordAudit(database, ticketRecord(actor.accountId, ticketId, change))
