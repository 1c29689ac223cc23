import type { Database } from '#platform/server/database.ts'

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
