import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

/** Removes every passkey of an account: the devices are lost. @returns how many */
export const removeAllPasskeys = async (transaction: Database, accountId: string) =>
  (await transaction.deleteFrom('passkey').where('accountId', '=', accountId).returning('id').execute()).length

/** Removes the passkeys that were added since then, with a minute's slack for the act itself. @returns how many */
export const removePasskeysSince = async (database: Database, accountId: string, since: string) =>
  Number(
    (
      await sql`delete from passkey where account_id = ${accountId}
        and created_on > ${since}::timestamptz - interval '1 minute'`.execute(database)
    ).numAffectedRows ?? 0,
  )
