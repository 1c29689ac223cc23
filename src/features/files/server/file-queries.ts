import type { Generated } from 'kysely'
import { columnsOf } from '#platform/server/columns.ts'
import type { Database } from '#platform/server/database.ts'
import { type FileRow, StoredFile } from '../file.ts'

interface FileTable extends Omit<FileRow, 'id' | 'createdOn' | 'storedOn' | 'unattachedSince' | 'removingOn'> {
  id: Generated<string>
  createdOn: Generated<string>
  storedOn: Generated<string | null>
  unattachedSince: Generated<string | null>
  removingOn: Generated<string | null>
}

declare module '#platform/server/database.ts' {
  interface Tables {
    file: FileTable
  }
}

/** A file that can be read or attached: stored, and not on its way out. */
export const findUsableFile = (database: Database, id: string) =>
  database
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where('storedOn', 'is not', null)
    .where('removingOn', 'is', null)
    .executeTakeFirst()

/** Takes an unattached file of this account out of the tidy task's reach; at most one of several calls gets it. */
export const attachFile = (database: Database, { fileId, accountId }: { fileId: string; accountId: string }) =>
  database
    .updateTable('file')
    .set({ unattachedSince: null })
    .where('id', '=', fileId)
    .where('uploadedById', '=', accountId)
    .where('unattachedSince', 'is not', null)
    .where('storedOn', 'is not', null)
    .where('removingOn', 'is', null)
    .returning(columnsOf(StoredFile))
    .executeTakeFirst()

export const detachFile = (database: Database, id: string) =>
  database
    .updateTable('file')
    .set({ unattachedSince: new Date().toISOString() })
    .where('id', '=', id)
    .where('unattachedSince', 'is', null)
    .execute()
