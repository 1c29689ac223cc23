import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { BulkAction } from '../bulk-call.ts'

/** Whose act this is; a new one belongs to this account. */
export async function openBulk(database: Database, bulk: { id: string; accountId: string; action: BulkAction }) {
  await database
    .insertInto('referralBulk')
    .values(bulk)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return findBulk(database, bulk.id)
}

export const findBulk = (database: Database, id: string) =>
  database.selectFrom('referralBulk').select(['accountId', 'action']).where('id', '=', id).executeTakeFirst()

export interface BulkItem {
  bulkId: string
  referralId: string
  outcome: 'done' | 'unchanged'
  formerAssigneeId?: string | null
  version: number
}
/** @returns false if the same call at the same time was first */
export async function insertBulkItem(database: Database, item: BulkItem) {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('referralBulkItem')
    .values(item)
    .onConflict((conflict) => conflict.columns(['bulkId', 'referralId']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findBulkItem = (database: Database, bulkId: string, referralId: string) =>
  database
    .selectFrom('referralBulkItem')
    .select(['outcome'])
    .where('bulkId', '=', bulkId)
    .where('referralId', '=', referralId)
    .executeTakeFirst()

/** What an act changed, in lock order. */
export const listChanged = (database: Database, bulkId: string) =>
  database
    .selectFrom('referralBulkItem')
    .select(['referralId', 'formerAssigneeId', 'version'])
    .where('bulkId', '=', bulkId)
    .where('outcome', '=', 'done')
    .orderBy('referralId')
    .execute()

/** @returns false if it was undone before */
export async function markUndone(database: Database, bulkId: string, referralId: string) {
  const { numUpdatedRows } = await database
    .updateTable('referralBulkItem')
    .set({ undoneOn: sql<string>`now()` })
    .where('bulkId', '=', bulkId)
    .where('referralId', '=', referralId)
    .where('undoneOn', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * The referrals that an act changed and whose new assignee was not notified, without those that were undone or that the
 * assignee had before. They are locked, so that the same job run twice at once notifies once.
 */
export const lockUnnotified = async (database: Database, bulkId: string, assigneeId: string) =>
  (
    await database
      .selectFrom('referralBulkItem')
      .select('referralId')
      .where('bulkId', '=', bulkId)
      .where('outcome', '=', 'done')
      .where('undoneOn', 'is', null)
      .where('notifiedOn', 'is', null)
      .where(sql<boolean>`former_assignee_id is distinct from ${assigneeId}::uuid`)
      .orderBy('referralId')
      .forUpdate()
      .execute()
  ).map(({ referralId }) => referralId)

/** @param referralIds those of which their assignee was told; those of another assignee wait for their own notice */
export const markNotified = (database: Database, bulkId: string, referralIds: string[]) =>
  database
    .updateTable('referralBulkItem')
    .set({ notifiedOn: sql<string>`now()` })
    .where('bulkId', '=', bulkId)
    .where('referralId', 'in', referralIds)
    .execute()

/** Nobody repeats or undoes an act of another day. */
export const deleteOldBulks = (database: Database) =>
  database.deleteFrom('referralBulk').where('createdOn', '<', sql<string>`now() - interval '1 day'`).execute()
