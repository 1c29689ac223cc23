import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { FileStore } from '#platform/server/file-store.ts'
import { addJob } from '#platform/server/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { problem } from '#platform/server/problem.ts'
import { cleanFileName } from '../clean-file-name.ts'
import { documentTypes } from '../document.ts'
import type { FileRow, StoredFile } from '../file.ts'
import { fileProblem } from './file-problem.ts'
import { countUploads, deleteFile, insertFile, lockUploader, markRemoving, markStored } from './file-queries.ts'
import { scanFileTask } from './scan-file-task.ts'

/** Limits against filling the disk: unattached uploads, and uploads per day. */
const MOST_UNATTACHED = 50
const MOST_A_DAY = 300

export interface FileServices {
  database: Database
  store: FileStore
}
/** An upload also has to know whether there is a scanner. */
export type UploadServices = FileServices & { config: Pick<Config, 'scan'> }
interface Upload {
  /** Whose upload it is, and who may attach it. */
  accountId: string
  /** Null if somebody without an account sent it for them. */
  actorId?: string | null
  givenName: string
  bytes: Buffer
  contentType: FileRow['contentType']
}

const extensionOf = (contentType: FileRow['contentType']) =>
  Object.entries(documentTypes).find(([, type]) => type === contentType)?.[0] ?? ''

/**
 * Stores a re-encoded image, or a checked document. The row is written before the object and becomes usable only once the object is in the
 * store: a failure in between leaves an unusable row, by which the tidy task finds the object, if there is one.
 */
export async function uploadFile(
  { database, store, config }: UploadServices,
  upload: Upload,
  log: Pick<Log, 'error'>,
): Promise<StoredFile> {
  const file = await reserve(database, upload)
  try {
    await store.put(file.id, upload.bytes, upload.contentType)
    if (await makeUsable(database, file.id, config)) return file
    throw new Error('the upload took longer than the tidy task waits')
  } catch (error) {
    log.error({ err: error }, 'an upload could not be stored')
    await undo({ database, store }, file.id).catch(() => undefined)
    throw fileProblem('storage-unavailable')
  }
}

/** The file can be used from now on; with a scanner, it is scanned at once. */
const makeUsable = (database: Database, fileId: string, { scan }: Pick<Config, 'scan'>) =>
  database.transaction().execute(async (transaction) => {
    const isUsable = await markStored(transaction, fileId, scan ? 'waiting' : 'none')
    if (isUsable && scan) await addJob(transaction, scanFileTask, { fileId })
    return isUsable
  })

/**
 * Refuses an uploader above the limits before their file is read and decoded.
 * @throws problem too-many-requests
 */
export async function requireUploadAllowance(database: Database, accountId: string) {
  const { unattached, today } = await countUploads(database, accountId)
  if (unattached >= MOST_UNATTACHED || today >= MOST_A_DAY) throw problem('too-many-requests')
}

const reserve = (database: Database, { accountId, actorId = accountId, givenName, bytes, contentType }: Upload) =>
  database.transaction().execute(async (transaction) => {
    await lockUploader(transaction, accountId)
    await requireUploadAllowance(transaction, accountId)
    const fileName = cleanFileName(givenName, extensionOf(contentType))
    const file = await insertFile(transaction, { fileName, contentType, size: bytes.length, uploadedById: accountId })
    await recordAudit(transaction, {
      actorId,
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
