import { sql } from 'kysely'
import { lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { accountProblem } from './account-problem.ts'
import { accountMaySignIn } from './account-standing.ts'

const PLATFORM = 7_233_060

/**
 * Serializes changes of an organization's people, so that two admins who remove each other's role at the same time do
 * not leave none. Without an organization, it locks the platform's people.
 */
export async function lockTeam(database: Database, organizationId: string | null) {
  if (organizationId === null) return sql`select pg_advisory_xact_lock(${PLATFORM})`.execute(database)
  return lockOrganization(database, organizationId)
}

const countOthers = async (database: Database, role: RoleKey, accountId: string, organizationId: string | null) => {
  const found = await database
    .selectFrom('account')
    .innerJoin('accountRole', 'accountRole.accountId', 'account.id')
    .select('account.id')
    .where('accountRole.role', '=', role)
    .where('account.id', '!=', accountId)
    .where(accountMaySignIn())
    .$if(organizationId !== null, (q) => q.where('account.organizationId', '=', organizationId))
    .limit(1)
    .execute()
  return found.length
}

/**
 * Requires, before an account loses these roles, that another account has them; otherwise nobody could manage the rest.
 * Call it with the team locked.
 * @throws problem last-admin
 */
export async function requireAnotherAdmin(
  database: Database,
  account: { id: string; organizationId: string | null },
  lost: readonly RoleKey[],
) {
  const { id, organizationId } = account
  if (lost.includes('organization-admin') && organizationId !== null)
    if ((await countOthers(database, 'organization-admin', id, organizationId)) === 0)
      throw accountProblem('last-admin')
  if (lost.includes('platform-admin')) {
    await lockTeam(database, null)
    if ((await countOthers(database, 'platform-admin', id, null)) === 0) throw accountProblem('last-admin')
  }
}
