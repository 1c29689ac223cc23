import type { Actor } from '#platform/schema/roles.ts'
import { type NewAuditRecord, recordAudit } from '#platform/server/audit.ts'
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

export interface TicketChange {
  field: TicketRecordField
  from?: string | null
  to?: string | null
  /** the change of many tickets to which it belongs, or the one that it takes back: who reported a ticket reads neither */
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

/** Writes into a ticket's records, which nobody alters, what was changed by whom, from what and to what. */
export const recordTicketChange = (
  database: Database,
  actor: Pick<Actor, 'accountId'>,
  ticketId: string,
  change: TicketChange,
) => recordAudit(database, ticketRecord(actor.accountId, ticketId, change))
