import { sql } from 'kysely'
import { hashPassword } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'

export const strengthenRecoveryCodesTask = 'strengthen-recovery-codes'
/** Every minute: there is nothing to do once all codes of before are done. */
export const strengthenRecoveryCodesCrontab = `* * * * * ${strengthenRecoveryCodesTask}`
const BATCH = 100

/**
 * Puts Argon2id over the SHA-256 that is kept of recovery codes of 80 bits: the codes themselves are not known. Rows that
 * are in use are left for the next time.
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
