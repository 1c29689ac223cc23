import { sql } from 'kysely'
import type { SignInMethod } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'

/**
 * Removes the identities that were linked since a time, minus one minute to include the act itself. @returns how many
 */
const removeIdentitiesSince = async (database: Database, accountId: string, since: string) =>
  Number(
    (
      await sql`delete from sign_on_identity where account_id = ${accountId}
        and linked_on > ${since}::timestamptz - interval '1 minute'`.execute(database)
    ).numAffectedRows ?? 0,
  )

export const singleSignOnMethod: SignInMethod = { removeSince: removeIdentitiesSince }
