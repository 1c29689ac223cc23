import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { publishChange, readableContact } from '#casework/referrals/server/referrals-public.ts'
import { discardFile, type OnScanned } from '#identity/files/server/files-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { isDownloadable, isPresent, type ReferralFiles } from '../referral-file.ts'
import { deletePersonFiles, findFileRow, findReferralOfFile, listFileRows } from './referral-file-queries.ts'

/** The files of a referral, for both sides. Their names can say whom they are about. @throws 404 */
export async function listFiles(database: Database, actor: Actor, referralId: string): Promise<ReferralFiles> {
  const { contactId } = await readableContact(database, actor, referralId)
  const rows = await listFileRows(database, referralId)
  if (rows.length) await recordAccess(database, actor, [contactId], { way: 'message', referralId })
  return {
    items: rows.map(({ organizationId, ...row }) => ({
      ...row,
      mayWithdraw: isPresent(row) && organizationId === actor.organizationId,
    })),
    nextCursor: null,
  }
}

/** The stored file that a reader downloads, if it was scanned; every download is an access. @throws 404 */
export async function openFile(database: Database, actor: Actor, at: { referralId: string; id: string }) {
  const { contactId } = await readableContact(database, actor, at.referralId)
  const row = await findFileRow(database, at)
  if (!row?.fileId || !isPresent(row)) throw problem('not-found')
  if (isDownloadable(row)) await recordAccess(database, actor, [contactId], { way: 'file', referralId: at.referralId })
  return row.fileId
}

/** Both sides' screens show what the scanner said. */
export const publishScannedFile: OnScanned = async (transaction, fileId) => {
  const referralId = await findReferralOfFile(transaction, fileId)
  if (referralId) await publishChange(transaction, referralId)
}

/** Deletes the files on a person's referrals, in the transaction of their erasure. */
export async function eraseReferralFiles(transaction: InTransaction, contactId: string) {
  for (const { fileId } of await deletePersonFiles(transaction, contactId))
    if (fileId) await discardFile(transaction, fileId)
}
