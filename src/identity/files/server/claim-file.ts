import type { InTransaction } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { StoredFile } from '../file.ts'
import { fileProblem } from './file-problem.ts'
import { attachFile, detachFile, findUsableFile, isInfectedUpload, markRemoving } from './file-queries.ts'

/**
 * Marks an uploaded file as used. Call it in the transaction that writes the row that uses it (ticket, note), so that
 * both happen or neither. Of concurrent calls for one file, exactly one succeeds, and the tidy task never deletes a
 * claimed file. From then on the readers passed to `fileRoutes` decide who may read it.
 * @param by.accountId who attaches it; only one's own uploads can be claimed
 * @throws 404 not-found: this account has no such upload; 409 conflict: it is already attached; 409 file-infected
 */
export async function claimFile(
  transaction: InTransaction,
  by: { fileId: string; accountId: string },
): Promise<StoredFile> {
  const claimed = await attachFile(transaction, by)
  if (claimed) return claimed
  if (await isInfectedUpload(transaction, by.fileId, by.accountId)) throw fileProblem('file-infected')
  const file = await findUsableFile(transaction, by.fileId)
  throw problem(file?.uploadedById === by.accountId ? 'conflict' : 'not-found')
}

/**
 * Releases a file that another one replaces: delete or change the row that uses it in the same transaction. The file is
 * deleted a day later.
 */
export const releaseFile = (transaction: InTransaction, fileId: string) => detachFile(transaction, fileId)

/** From now on nobody can read the file, not even who uploaded it; the tidy task deletes it. */
export async function discardFile(transaction: InTransaction, fileId: string) {
  await detachFile(transaction, fileId)
  await markRemoving(transaction, fileId)
}
