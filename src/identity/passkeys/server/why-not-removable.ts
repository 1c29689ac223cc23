import { getSecondFactorNeed, hasOtherSignInMethod } from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { MyPasskeys } from '../passkey.ts'

/** Why an account may not remove one of its passkeys; null if it may. Removing one checks this again. */
export async function whyNotRemovable(
  database: Database,
  accountId: string,
  passkeyCount: number,
): Promise<MyPasskeys['whyNotRemovable']> {
  if (!(await hasOtherSignInMethod(database, accountId))) return 'last-sign-in-method'
  const { required, enrolled } = await getSecondFactorNeed(database, accountId)
  return required && !enrolled && passkeyCount <= 1 ? 'last-second-factor' : null
}
