import { lockReadable } from '#casework/referrals/server/referrals-public.ts'
import { discardFile } from '#identity/files/server/files-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { findFileRow } from './referral-file-queries.ts'

/**
 * Withdraws a file for the side that shared it: from now on nobody can read it, and the tidy task deletes its bytes. The
 * row stays. Safe to repeat.
 * @throws 404; 403 for the other side
 */
export const withdrawFile = (database: Database, actor: Actor, at: { referralId: string; id: string }) =>
  database.transaction().execute(async (transaction) => {
    const { publish } = await lockReadable(transaction, actor, at.referralId)
    const row = await findFileRow(transaction, at)
    if (!row) throw problem('not-found')
    if (row.organizationId !== actor.organizationId) throw problem('forbidden')
    if (!row.fileId) return
    await transaction
      .updateTable('referralFile')
      .set({ fileId: null, withdrawnOn: new Date().toISOString() })
      .where('id', '=', row.id)
      .execute()
    await discardFile(transaction, row.fileId)
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'referral.withdrawFile', subjectType: 'referral' },
      ...{ subjectId: at.referralId, detail: { referralFileId: row.id } },
    })
    await publish()
  })
