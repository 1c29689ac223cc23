import { sql } from 'kysely'
import type { SignInMethod } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'

/** Removes all passkeys of an account whose devices are lost. @returns how many */
const removeAllPasskeys = async (transaction: Database, accountId: string) =>
  (await transaction.deleteFrom('passkey').where('accountId', '=', accountId).returning('id').execute()).length

/** Removes the passkeys that were added since a time, minus one minute to include the act itself. @returns how many */
const removePasskeysSince = async (database: Database, accountId: string, since: string) =>
  Number(
    (
      await sql`delete from passkey where account_id = ${accountId}
        and created_on > ${since}::timestamptz - interval '1 minute'`.execute(database)
    ).numAffectedRows ?? 0,
  )

export const passkeyMethod: SignInMethod = { removeSince: removePasskeysSince, removeAll: removeAllPasskeys }
