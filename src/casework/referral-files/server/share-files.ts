import type { ReferralMessage } from '#casework/referrals/referral-call.ts'
import { findMessage, insertMessage, lockReadable } from '#casework/referrals/server/referrals-public.ts'
import { claimFile } from '#identity/files/server/files-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { fieldProblem, Problem } from '#platform/server/problem.ts'
import { type FileMessage, isPresent, MOST_FILES, type ReferralFileRow } from '../referral-file.ts'
import { listFileRows } from './referral-file-queries.ts'

type Author = Actor & { organizationId: string }

/** The message that an earlier call with the same files wrote; its answer may have been lost. */
function messageOf(rows: ReferralFileRow[], actor: Author, { files }: FileMessage) {
  const found = files.map(({ fileId }) => rows.find((row) => row.fileId === fileId && row.sharedBy === actor.accountId))
  const [first] = found
  return first && found.every((row) => row?.messageId === first.messageId) ? first.messageId : null
}

/** @throws 400 at the file if the upload is infected or gone, or belongs to something else */
async function claim(transaction: InTransaction, at: number, fileId: string, accountId: string) {
  try {
    return await claimFile(transaction, { fileId, accountId })
  } catch (error) {
    if (error instanceof Problem)
      throw fieldProblem(`files.${at}`, error.code === 'file-infected' ? 'file-infected' : 'file-gone')
    throw error
  }
}

/**
 * Writes a message that carries uploaded files: all of them, or nothing. Safe to repeat.
 * @throws 404, 403; 400 at `files` or at one of them
 */
export const shareFiles = (
  database: Database,
  actor: Author,
  referralId: string,
  call: FileMessage,
): Promise<ReferralMessage> =>
  database.transaction().execute(async (transaction) => {
    await lockReadable(transaction, actor, referralId)
    const rows = await listFileRows(transaction, referralId)
    const earlier = messageOf(rows, actor, call)
    const written = earlier && (await findMessage(transaction, actor, earlier))
    if (written) return written
    if (rows.filter(isPresent).length + call.files.length > MOST_FILES) throw fieldProblem('files', 'most-files')
    const message = await insertMessage(transaction, actor, referralId, { text: call.text })
    for (const [at, { fileId, category }] of call.files.entries()) {
      const { id, fileName, size } = await claim(transaction, at, fileId, actor.accountId)
      await transaction
        .insertInto('referralFile')
        .values({
          ...{ fileId: id, fileName, size, referralId, messageId: message.id, category },
          ...{ organizationId: actor.organizationId, sharedBy: actor.accountId },
        })
        .execute()
    }
    return message
  })
