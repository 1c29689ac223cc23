import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

export interface BulkItem {
  supportRequestId: string
  field: 'status' | 'assignee'
  fromValue: string | null
  toValue: string | null
  version: number
  accountId: string
  undoneOn: string | null
  toldOn: string | null
}

/** Does nothing if there is one with this ID. */
export const insertBulk = (database: Database, bulk: { id: string; accountId: string; field: BulkItem['field'] }) =>
  database
    .insertInto('supportRequestBulk')
    .values(bulk)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

const items = (database: Database, bulkId: string) =>
  database
    .selectFrom('supportRequestBulkItem as item')
    .innerJoin('supportRequestBulk as bulk', 'bulk.id', 'item.bulkId')
    .select([
      'item.supportRequestId',
      'bulk.field',
      'item.fromValue',
      'item.toValue',
      'item.version',
      'bulk.accountId',
      'item.undoneOn',
      'item.toldOn',
    ])
    .where('item.bulkId', '=', bulkId)

export const listBulkItems = (database: Database, bulkId: string): Promise<BulkItem[]> =>
  items(database, bulkId).orderBy('item.supportRequestId').execute()

/**
 * What a change did to one ticket, locked until the transaction ends, so that it is either undone or reported, never
 * both.
 */
export const lockBulkItem = (database: Database, bulkId: string, ticketId: string): Promise<BulkItem | undefined> =>
  items(database, bulkId).where('item.supportRequestId', '=', ticketId).forUpdate('item').executeTakeFirst()

export const markBulkItem = (database: Database, bulkId: string, ticketId: string, as: 'undoneOn' | 'toldOn') =>
  database
    .updateTable('supportRequestBulkItem')
    .set({ [as]: new Date().toISOString() })
    .where('bulkId', '=', bulkId)
    .where('supportRequestId', '=', ticketId)
    .execute()

/** The author of a change, its field, its start, and its number of tickets other than these. */
export const findBulk = (database: Database, bulkId: string, ticketIds: string[] = []) =>
  database
    .selectFrom('supportRequestBulk as bulk')
    .select(['bulk.accountId', 'bulk.field', 'bulk.createdOn'])
    .select((is) =>
      is
        .selectFrom('supportRequestBulkItem')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('bulkId', '=', 'bulk.id')
        .where(sql<boolean>`support_request_id <> all(${ticketIds}::uuid[])`)
        .as('itemCount'),
    )
    .where('bulk.id', '=', bulkId)
    .executeTakeFirst()

/** What a change has already done to one ticket. */
export const findBulkItem = (database: Database, bulkId: string, ticketId: string) =>
  database
    .selectFrom('supportRequestBulkItem')
    .select(['toValue', 'undoneOn'])
    .where('bulkId', '=', bulkId)
    .where('supportRequestId', '=', ticketId)
    .executeTakeFirst()

export const deleteOldBulks = (database: Database) =>
  sql`delete from support_request_bulk b where created_on < now() - interval '1 day'
    and not exists (select from support_request_bulk_item i where i.bulk_id = b.id and i.told_on is null and i.undone_on is null)`.execute(
    database,
  )
