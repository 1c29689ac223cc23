import type { Actor } from '#platform/schema/roles.ts'
import { type FileRow, imageExtensions, MAX_FILE_BYTES } from './file.ts'

/** Until something holds a file, it is its uploader's alone; afterwards whoever may read what holds it may read the file. */
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

/** What can be said of a file before it is opened, on both sides. @param size bytes */
export function findFileMistake({ name, size }: { name: string; size: number }): FileMistake | null {
  if (!imageExtensions.some((extension) => name.toLowerCase().endsWith(extension))) return 'file-wrong-type'
  if (size === 0) return 'file-empty'
  return size > MAX_FILE_BYTES ? 'file-too-large' : null
}
