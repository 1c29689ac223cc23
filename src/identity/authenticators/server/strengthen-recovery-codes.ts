import { sql } from 'kysely'
import { hashPassword } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'

export const strengthenRecoveryCodesTask = 'strengthen-recovery-codes'
/** Every minute; does nothing once all old codes are converted. */
export const strengthenRecoveryCodesCrontab = `* * * * * ${strengthenRecoveryCodesTask}`
const BATCH = 100

/**
 * Applies Argon2id to the stored SHA-256 hashes of 80-bit recovery codes, because the codes themselves are not known.
 * Locked rows are left for the next run.
 */
export const strengthenRecoveryCodes =
  ({ database }: { database: Database }): Task =>
  () =>
    database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{
        accountId: string
        codeHash: string
      }>`select account_id, code_hash from recovery_code
        where bits = 80 and used_on is null and code_hash not like '$argon2%' limit ${BATCH} for update skip locked`.execute(
        transaction,
      )
      for (const { accountId, codeHash } of rows)
        await transaction
          .updateTable('recoveryCode')
          .set({ codeHash: await hashPassword(codeHash) })
          .where('accountId', '=', accountId)
          .where('codeHash', '=', codeHash)
          .execute()
    })
