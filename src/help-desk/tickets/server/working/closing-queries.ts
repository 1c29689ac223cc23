import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { TicketTimesRow } from '../../ticket-times.ts'

/** When tickets were made, first answered and last closed, as a table. */
export const ticketTimes = sql<TicketTimesRow>`(
  select support_request_id, created_on, organization_id, type_rank, priority_rank, is_open, first_response_on, closed_on,
    is_merged
  from support_request_times)`

/** When a ticket was last closed. */
export const findClosing = async (database: Database, supportRequestId: string) =>
  (
    await database
      .selectFrom('supportRequestTimes')
      .select('closedOn')
      .where('supportRequestId', '=', supportRequestId)
      .executeTakeFirst()
  )?.closedOn ?? null

export const setClosing = (database: Database, supportRequestId: string, closedOn: string | null) =>
  database
    .updateTable('supportRequestTimes')
    .set({ closedOn })
    .where('supportRequestId', '=', supportRequestId)
    .execute()
