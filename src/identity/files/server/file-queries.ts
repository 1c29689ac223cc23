import { sql } from 'kysely'
import { lockAccountRow } from '#identity/accounts/server/accounts-public.ts'
import { Id } from '#platform/schema/fields.ts'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database, InTransaction, TableFor } from '#platform/server/database.ts'
import { type FileRow, StoredFile } from '../file.ts'
import type { Verdict } from './ask-scanner.ts'

type FileTable = TableFor<
  FileRow,
  'id' | 'createdOn' | 'storedOn' | 'unattachedSince' | 'removingOn' | 'scanState' | 'scannedOn' | 'signature'
>

declare module '#platform/server/database.ts' {
  interface Tables {
    file: FileTable
  }
}

/** Files as the records show them that use them, as a table that a statement joins. */
export const storedFile = sql<StoredFile>`(select id, file_name, content_type, size from file)`

/** What the scanner said of files, as a table that a statement joins. */
export const fileScans = sql<Pick<FileRow, 'id' | 'scanState'>>`(select id, scan_state from file)`

/** A file that can be read or attached: stored, not infected, and not being deleted. */
export const findUsableFile = (database: Database, id: string) =>
  database
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where('storedOn', 'is not', null)
    .where('removingOn', 'is', null)
    .where('scanState', '<>', 'infected')
    .executeTakeFirst()

/**
 * Claims an unattached file of this account, so that the tidy task keeps it; of several concurrent calls, at most one
 * succeeds.
 */
export const attachFile = (database: Database, { fileId, accountId }: { fileId: string; accountId: string }) =>
  database
    .updateTable('file')
    .set({ unattachedSince: null })
    .where('id', '=', fileId)
    .where('uploadedById', '=', accountId)
    .where('unattachedSince', 'is not', null)
    .where('storedOn', 'is not', null)
    .where('removingOn', 'is', null)
    .where('scanState', '<>', 'infected')
    .returning(columnsOf(StoredFile))
    .executeTakeFirst()

export const detachFile = (database: Database, id: string) =>
  database
    .updateTable('file')
    .set({ unattachedSince: new Date().toISOString() })
    .where('id', '=', id)
    .where('unattachedSince', 'is', null)
    .execute()

/** Serializes an account's uploads, so that concurrent ones cannot bypass the limits. */
export const lockUploader = (transaction: InTransaction, accountId: string) => lockAccountRow(transaction, accountId)

/** The number of an account's uploads in the last day, and of its unattached files. */
export const countUploads = (database: Database, accountId: string) =>
  database
    .selectFrom('file')
    .select((eb) => [
      eb.fn.countAll<number>().as('today'),
      eb.fn.countAll<number>().filterWhere('unattachedSince', 'is not', null).as('unattached'),
    ])
    .where('uploadedById', '=', accountId)
    .where('createdOn', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()

export const insertFile = (
  database: Database,
  file: Pick<FileRow, 'fileName' | 'contentType' | 'size' | 'uploadedById'>,
) => database.insertInto('file').values(file).returning(columnsOf(StoredFile)).executeTakeFirstOrThrow()

/** From now on the file can be read and attached. @returns false if it is being deleted */
export async function markStored(database: Database, id: string, scanState: 'none' | 'waiting') {
  const { numUpdatedRows } = await database
    .updateTable('file')
    .set({ storedOn: new Date().toISOString(), scanState })
    .where('id', '=', id)
    .where('removingOn', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Files that wait for the scanner, oldest first. */
export const listWaiting = (database: Database, limit: number) =>
  database
    .selectFrom('file')
    .select(['id', 'createdOn'])
    .where('scanState', '=', 'waiting')
    .where('removingOn', 'is', null)
    .orderBy('createdOn')
    .limit(limit)
    .execute()

/** Saves what the scanner said of a waiting file. @returns false if it no longer waits */
export async function setVerdict(database: Database, id: string, verdict: Verdict) {
  const signature = 'signature' in verdict ? verdict.signature : null
  const { numUpdatedRows } = await database
    .updateTable('file')
    .set({ scanState: verdict.state, scannedOn: new Date().toISOString(), signature })
    .where('id', '=', id)
    .where('scanState', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the scanner found something in this account's own upload. */
export const isInfectedUpload = async (database: Database, id: string, accountId: string) =>
  Boolean(
    await database
      .selectFrom('file')
      .select('id')
      .where('id', '=', id)
      .where('uploadedById', '=', accountId)
      .where('scanState', '=', 'infected')
      .executeTakeFirst(),
  )

export const markRemoving = (database: Database, id: string) =>
  database
    .updateTable('file')
    .set({ removingOn: new Date().toISOString() })
    .where('id', '=', id)
    .where('unattachedSince', 'is not', null)
    .execute()

/**
 * Marks files that have been unattached since `before` for deletion. Skips a file that is being attached at this
 * moment: its row is locked, and it is no longer unattached once that succeeds.
 */
export const markUnattached = (database: Database, before: string, limit: number) =>
  database
    .updateTable('file')
    .set({ removingOn: new Date().toISOString() })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('file')
        .select('id')
        .where('unattachedSince', '<', before)
        .where('removingOn', 'is', null)
        .orderBy('unattachedSince')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .execute()

export const listRemoving = (database: Database, limit: number) =>
  database
    .selectFrom('file')
    .select('id')
    .where('unattachedSince', 'is not', null)
    .where('removingOn', 'is not', null)
    .orderBy('removingOn')
    .limit(limit)
    .execute()

export const deleteFile = (database: Database, id: string) =>
  database.deleteFrom('file').where('id', '=', id).where('removingOn', 'is not', null).execute()

/** Those of these keys that have a row. */
export async function listKnownFiles(database: Database, keys: string[]) {
  const ids = keys.filter((key) => Id.safeParse(key).success)
  if (ids.length === 0) return new Set<string>()
  const rows = await database.selectFrom('file').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}

/** The mark by which this database recognizes its own store. */
export const getStoreMark = async (database: Database) =>
  (await database.selectFrom('fileStore').select('mark').executeTakeFirstOrThrow()).mark
