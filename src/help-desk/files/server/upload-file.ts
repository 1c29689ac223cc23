import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import type { FileStore } from '#platform/server/file-store.ts'
import type { Log } from '#platform/server/log.ts'
import { problem } from '#platform/server/problem.ts'
import { cleanFileName } from '../clean-file-name.ts'
import type { ImageType, StoredFile } from '../file.ts'
import { fileProblem } from './file-problem.ts'
import { countUploads, deleteFile, insertFile, lockUploader, markRemoving, markStored } from './file-queries.ts'

/** So that nobody fills the disk: uploads that nothing holds yet, and uploads in a day. */
const MOST_UNATTACHED = 50
const MOST_A_DAY = 300

export interface FileServices {
  database: Database
  store: FileStore
}
interface Upload {
  accountId: string
  givenName: string
  bytes: Buffer
  contentType: ImageType
}

/**
 * Keeps an image that was drawn anew. The row is written before the object and counts only once the object lies in the
 * store: whatever fails between leaves a row that nobody can use, by which the tidy task finds the object, if there is one.
 */
export async function uploadFile(
  { database, store }: FileServices,
  upload: Upload,
  log: Pick<Log, 'error'>,
): Promise<StoredFile> {
  const file = await reserve(database, upload)
  try {
    await store.put(file.id, upload.bytes, upload.contentType)
    if (await markStored(database, file.id)) return file
    throw new Error('the upload took longer than the tidy task waits')
  } catch (error) {
    log.error({ err: error }, 'an upload could not be stored')
    await undo({ database, store }, file.id).catch(() => undefined)
    throw fileProblem('storage-unavailable')
  }
}

/**
 * Refuses somebody beyond the limits before their file is read and drawn.
 * @throws problem too-many-requests
 */
export async function requireUploadAllowance(database: Database, accountId: string) {
  const { unattached, today } = await countUploads(database, accountId)
  if (unattached >= MOST_UNATTACHED || today >= MOST_A_DAY) throw problem('too-many-requests')
}

const reserve = (database: Database, { accountId, givenName, bytes, contentType }: Upload) =>
  database.transaction().execute(async (transaction) => {
    await lockUploader(transaction, accountId)
    await requireUploadAllowance(transaction, accountId)
    const fileName = cleanFileName(givenName, contentType === 'image/png' ? '.png' : '.jpg')
    const file = await insertFile(transaction, { fileName, contentType, size: bytes.length, uploadedById: accountId })
    await recordAudit(transaction, {
      actorId: accountId,
      action: 'file.upload',
      subjectType: 'file',
      subjectId: file.id,
      detail: { contentType, size: bytes.length },
    })
    return file
  })

async function undo({ database, store }: FileServices, id: string) {
  await markRemoving(database, id)
  await store.remove(id)
  await deleteFile(database, id)
}
