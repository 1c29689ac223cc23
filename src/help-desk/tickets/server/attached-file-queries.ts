import { type RawBuilder, sql } from 'kysely'
import type { StoredFile } from '#identity/files/file.ts'
import { type MayReadFile, storedFile } from '#identity/files/server/files-public.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { scopeOf } from '../help-desk-policy.ts'
import { readableBy } from './answering/note-visibility.ts'
import { inScope } from './ticket-scope.ts'

/** The two kinds of records that have screenshots: tickets and notes. */
export type HolderKind = 'supportRequest' | 'note'

const tables = {
  supportRequest: {
    table: sql`support_request_file`,
    column: sql`support_request_id`,
    holder: sql`f.support_request_id`,
    joins: sql`join support_request t on t.id = f.support_request_id`,
    readable: (_actor: Actor) => sql`true`,
  },
  note: {
    table: sql`note_file`,
    column: sql`note_id`,
    holder: sql`f.note_id`,
    joins: sql`join support_request_note n on n.id = f.note_id join support_request t on t.id = n.support_request_id`,
    readable: readableBy as (actor: Actor) => RawBuilder<unknown>,
  },
}

export interface AttachedRow {
  id: string
  holderId: string
  fileId: string
  createdBy: string
  createdOn: string
  file: StoredFile
}
type FlatRow = Omit<AttachedRow, 'file'> & Omit<StoredFile, 'id'>

const columns = (kind: HolderKind) => sql`
  f.id, ${tables[kind].holder} as holder_id, f.file_id, f.created_by, f.created_on, file.file_name, file.content_type, file.size`

const asAttached = ({ fileName, contentType, size, ...row }: FlatRow): AttachedRow => ({
  ...row,
  file: { id: row.fileId, fileName, contentType, size },
})

/** The screenshots of these tickets or notes, in the order of attachment; the caller has checked access. */
export async function listFilesOf(database: Database, kind: HolderKind, holderIds: readonly string[]) {
  if (holderIds.length === 0) return []
  const { table, holder } = tables[kind]
  const { rows } = await sql<FlatRow>`
    select ${columns(kind)} from ${table} f join ${storedFile.as('file')} on file.id = f.file_id
    where ${holder} = any(${holderIds}::uuid[]) order by f.created_on, f.id ${prepared}`.execute(database)
  return rows.map(asAttached)
}

interface Wanted {
  id?: string[] | undefined
  holderId?: string[] | undefined
  fileId?: string[] | undefined
  limit: number
  cursor?: string | undefined
}

/** Screenshots that the actor may see, newest first, with paging. Reveals nothing about others. */
export async function listAttached(database: Database, actor: Actor, kind: HolderKind, wanted: Wanted) {
  const { table, holder, joins, readable } = tables[kind]
  const after = readCursor(wanted.cursor, [Timestamp, Id])
  const among = (column: RawBuilder<unknown>, ids: string[] | undefined) =>
    ids ? [sql`${column} = any(${ids}::uuid[])`] : []
  const parts = [
    ...inScope(scopeOf(actor)),
    readable(actor),
    ...among(sql`f.id`, wanted.id),
    ...among(holder, wanted.holderId),
    ...among(sql`f.file_id`, wanted.fileId),
    ...(after ? [sql`(f.created_on, f.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
  ]
  const { rows } = await sql<FlatRow>`
    select ${columns(kind)} from ${table} f ${joins} join ${storedFile.as('file')} on file.id = f.file_id
    where ${sql.join(parts, sql` and `)}
    order by f.created_on desc, f.id desc limit ${wanted.limit + 1}`.execute(database)
  return pageFrom(rows.map(asAttached), wanted.limit, ({ createdOn, id }) => [createdOn, id])
}

/** One screenshot, locked until the transaction ends. */
export async function lockAttached(database: Database, kind: HolderKind, id: string) {
  const { table, holder } = tables[kind]
  const { rows } = await sql<{ id: string; holderId: string; fileId: string; createdBy: string }>`
    select f.id, ${holder} as holder_id, f.file_id, f.created_by from ${table} f where f.id = ${id}::uuid for update`.execute(
    database,
  )
  return rows[0]
}

export async function insertAttached(
  database: Database,
  kind: HolderKind,
  row: { holderId: string; fileId: string; createdBy: string },
) {
  const { table, column } = tables[kind]
  const { rows } = await sql<{ id: string }>`
    insert into ${table} (${column}, file_id, created_by) values (${row.holderId}::uuid, ${row.fileId}::uuid, ${row.createdBy}::uuid)
    returning id`.execute(database)
  return rows[0] as { id: string }
}

export const replaceAttached = (database: Database, kind: HolderKind, id: string, fileId: string) =>
  sql`update ${tables[kind].table} set file_id = ${fileId}::uuid where id = ${id}::uuid`.execute(database)

/** The ticket of a note, and its visibility. */
export const findNote = (database: Database, noteId: string) =>
  database
    .selectFrom('supportRequestNote')
    .select(['supportRequestId', 'visibility', 'createdBy'])
    .where('id', '=', noteId)
    .executeTakeFirst()

/** Everyone who may see a ticket may read its screenshots, and those of the notes that they may read. */
export const mayReadTicketFile: MayReadFile = async (database, { fileId, actor }) => {
  const held = (kind: HolderKind) => {
    const { table, joins, readable } = tables[kind]
    const parts = [...inScope(scopeOf(actor)), readable(actor), sql`f.file_id = ${fileId}::uuid`]
    return sql`exists (select from ${table} f ${joins} where ${sql.join(parts, sql` and `)})`
  }
  const { rows } = await sql<{ may: boolean }>`
    select ${held('supportRequest')} or ${held('note')} as may`.execute(database)
  return rows[0]?.may ?? false
}
