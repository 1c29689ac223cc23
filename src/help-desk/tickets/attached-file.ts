import type { Generated } from 'kysely'
import { z } from 'zod'
import { StoredFile } from '#identity/files/file.ts'
import { Id, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'

/** The rows of the screenshots of tickets and of notes. */
export const SupportRequestFileRow = z.object({
  id: Id,
  supportRequestId: Id,
  fileId: Id,
  createdBy: Id,
  createdOn: Timestamp,
})
export const NoteFileRow = z.object({ id: Id, noteId: Id, fileId: Id, createdBy: Id, createdOn: Timestamp })

type Kept<Row> = { [Column in keyof Row]: Column extends 'id' | 'createdOn' ? Generated<Row[Column]> : Row[Column] }
declare module '#platform/server/database.ts' {
  interface Tables {
    supportRequestFile: Kept<z.infer<typeof SupportRequestFileRow>>
    noteFile: Kept<z.infer<typeof NoteFileRow>>
  }
}

export const SupportRequestFile = SupportRequestFileRow.pick({ id: true, supportRequestId: true, fileId: true }).extend(
  {
    file: StoredFile,
  },
)
export type SupportRequestFile = z.infer<typeof SupportRequestFile>
export const NoteFile = NoteFileRow.pick({ id: true, noteId: true, fileId: true }).extend({ file: StoredFile })
export type NoteFile = z.infer<typeof NoteFile>

export const NewSupportRequestFile = SupportRequestFileRow.pick({ supportRequestId: true, fileId: true })
export const SupportRequestFileChange = SupportRequestFileRow.pick({ id: true, supportRequestId: true, fileId: true })
export const NewNoteFile = NoteFileRow.pick({ noteId: true, fileId: true })
export const NoteFileChange = NoteFileRow.pick({ id: true, noteId: true, fileId: true })

const oneOrMany = z.preprocess(
  (value) => (value === undefined || Array.isArray(value) ? value : [value]),
  z.array(Id).max(100).optional(),
)
export const SupportRequestFileQuery = PageQuery.extend({
  id: oneOrMany,
  supportRequestId: oneOrMany,
  fileId: oneOrMany,
})
export const NoteFileQuery = PageQuery.extend({ id: oneOrMany, noteId: oneOrMany, fileId: oneOrMany })
export const SupportRequestFilePage = pageOf(SupportRequestFile)
export const NoteFilePage = pageOf(NoteFile)
