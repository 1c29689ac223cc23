import type { Actor } from '#platform/schema/roles.ts'
import { type FileRow, imageExtensions, MAX_FILE_BYTES } from './file.ts'

/** Until a record claims it, only the uploader may read a file; afterwards, everyone who may read that record. */
export const mayReadUnattached = (actor: Pick<Actor, 'accountId'>, file: Pick<FileRow, 'uploadedById'>) =>
  file.uploadedById === actor.accountId

export type FileMistake =
  | 'file-needed'
  | 'file-single'
  | 'file-empty'
  | 'file-wrong-type'
  | 'file-too-large'
  | 'file-too-many-pixels'
  | 'file-damaged'
  | 'file-broken-off'
  | 'document-wrong-type'
  | 'document-mismatch'
  | 'document-macros'
  | 'document-too-large'

/** Checks that are possible before a file is opened, on both sides. @param size bytes */
export function findFileMistake({ name, size }: { name: string; size: number }): FileMistake | null {
  if (!imageExtensions.some((extension) => name.toLowerCase().endsWith(extension))) return 'file-wrong-type'
  if (size === 0) return 'file-empty'
  return size > MAX_FILE_BYTES ? 'file-too-large' : null
}
