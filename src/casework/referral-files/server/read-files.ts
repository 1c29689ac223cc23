import { recordAccess } from '#casework/clients/server/clients-public.ts'
import { readableContact } from '#casework/referrals/server/referrals-public.ts'
import { discardFile } from '#identity/files/server/files-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ReferralFiles } from '../referral-file.ts'
import { deletePersonFiles, findFileRow, listFileRows } from './referral-file-queries.ts'

/** The files of a referral, for both sides. Their names can say whom they are about. @throws 404 */
export async function listFiles(database: Database, actor: Actor, referralId: string): Promise<ReferralFiles> {
  const { contactId } = await readableContact(database, actor, referralId)
  const rows = await listFileRows(database, referralId)
  if (rows.length) await recordAccess(database, actor, [contactId], { way: 'message', referralId })
  return {
    items: rows.map(({ organizationId, ...row }) => ({
      ...row,
      mayWithdraw: row.withdrawnOn === null && organizationId === actor.organizationId,
    })),
    nextCursor: null,
  }
}

/** The stored file that a reader downloads; every download is an access. @throws 404 */
export async function openFile(database: Database, actor: Actor, at: { referralId: string; id: string }) {
  const { contactId } = await readableContact(database, actor, at.referralId)
  const row = await findFileRow(database, at)
  if (!row?.fileId) throw problem('not-found')
  await recordAccess(database, actor, [contactId], { way: 'file', referralId: at.referralId })
  return row.fileId
}

/** Deletes the files on a person's referrals, in the transaction of their erasure. */
export async function eraseReferralFiles(transaction: InTransaction, contactId: string) {
  for (const { fileId } of await deletePersonFiles(transaction, contactId))
    if (fileId) await discardFile(transaction, fileId)
}
