import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { FieldValues, ListingKind } from '../listing-change.ts'
import type { TakenField } from './listings-tables.ts'

/** A merge of two listings that was not undone. */
export interface ListingMerge {
  id: string
  kind: ListingKind
  fromId: string
  intoId: string
  taken: Record<string, TakenField>
  seen: FieldValues
}
const columns = ['id', 'kind', 'fromId', 'intoId', 'taken', 'seen'] as const
const json = (value: object) => sql<Record<string, unknown>>`${JSON.stringify(value)}::jsonb`

export const insertMerge = (database: Database, merge: Omit<ListingMerge, 'id'> & { mergedBy: string }) =>
  database
    .insertInto('listingMerge')
    .values({ ...merge, taken: json(merge.taken), seen: json(merge.seen) })
    .execute()

/** Whether other listings were merged into this one. */
export const hasMergedListings = async (database: Database, kind: ListingKind, id: string) =>
  (await database
    .selectFrom('listingMerge')
    .select('id')
    .where('kind', '=', kind)
    .where('intoId', '=', id)
    .where('undoneOn', 'is', null)
    .executeTakeFirst()) !== undefined

/** Whether a merge of this listing stands, as SQL: either it went away, or it stayed. */
export const isInMerge = (kind: ListingKind, id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from listing_merge m where m.kind = ${sql.lit(kind)} and m.undone_on is null
    and (m.from_id = ${id} or m.into_id = ${id}))`

/** Whether this listing has a field from one that was merged into it, as SQL. */
export const isTaken = (kind: ListingKind, id: RawBuilder<unknown>, field: string) =>
  sql<boolean>`exists (select from listing_merge m where m.kind = ${sql.lit(kind)} and m.undone_on is null
    and m.into_id = ${id} and m.taken ? ${sql.lit(field)})`

/** All merges of a kind that stand. */
export const listMerges = async (database: Database, kind: ListingKind) =>
  (await database
    .selectFrom('listingMerge')
    .select(columns)
    .where('kind', '=', kind)
    .where('undoneOn', 'is', null)
    .orderBy('id')
    .execute()) as ListingMerge[]

/** The merge of this listing into another one, if it stands; nobody else changes it in this transaction. */
export const lockMerge = async (database: Database, kind: ListingKind, fromId: string) =>
  (await database
    .selectFrom('listingMerge')
    .select(columns)
    .where('kind', '=', kind)
    .where('fromId', '=', fromId)
    .where('undoneOn', 'is', null)
    .forUpdate()
    .executeTakeFirst()) as ListingMerge | undefined

/** Remembers what was taken since. */
export const updateMerge = (database: Database, { id, taken, seen }: Pick<ListingMerge, 'id' | 'taken' | 'seen'>) =>
  database
    .updateTable('listingMerge')
    .set({ taken: json(taken), seen: json(seen) })
    .where('id', '=', id)
    .execute()

export const endMerge = (database: Database, id: string, accountId: string) =>
  database
    .updateTable('listingMerge')
    .set({ undoneBy: accountId, undoneOn: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

/** The fields of these listings whose values come from a listing that was merged into them, with their own values. */
export async function listHeldFields(database: Database, kind: ListingKind, ids: string[]) {
  const { rows } = await sql<{ listingId: string; field: string; own: unknown }>`
    select m.into_id as listing_id, one.key as field, one.value -> 'own' as own
    from listing_merge m cross join lateral jsonb_each(m.taken) one
    where m.kind = ${kind} and m.undone_on is null and m.into_id = any (${ids}::uuid[]) and one.value ? 'own'`.execute(
    database,
  )
  return rows
}
