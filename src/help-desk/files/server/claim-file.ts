import type { InTransaction } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { StoredFile } from '../file.ts'
import { attachFile, detachFile, findUsableFile } from './file-queries.ts'

/**
 * Marks an uploaded file as held. Call it in the transaction that writes the row which holds it (ticket, note): both
 * happen or neither. Of simultaneous calls for one file exactly one succeeds, and the tidy task never removes a file
 * that was claimed. From then on the readers given to `fileRoutes` say who may read it.
 * @param by.accountId who attaches; only one's own upload can be claimed
 * @throws 404 not-found: there is no such upload of this account; 409 conflict: it is attached already
 */
export async function claimFile(
  transaction: InTransaction,
  by: { fileId: string; accountId: string },
): Promise<StoredFile> {
  const claimed = await attachFile(transaction, by)
  if (claimed) return claimed
  const file = await findUsableFile(transaction, by.fileId)
  throw problem(file?.uploadedById === by.accountId ? 'conflict' : 'not-found')
}

/** Gives a file up, when another takes its place: remove or change the row that holds it in the same transaction. A day later it is gone. */
export const releaseFile = (transaction: InTransaction, fileId: string) => detachFile(transaction, fileId)
