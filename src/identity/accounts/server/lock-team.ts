import { sql } from 'kysely'
import type { RoleKey } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { accountProblem } from './account-problem.ts'
import { accountMaySignIn } from './account-standing.ts'

const PLATFORM = 7_233_060

/**
 * Lets one change of an organization's people happen at a time, so that two admins who take each other's role at the same
 * moment do not leave nobody. Without an organization it is the platform's own people.
 */
export async function lockTeam(database: Database, organizationId: string | null) {
  if (organizationId === null) return sql`select pg_advisory_xact_lock(${PLATFORM})`.execute(database)
  return database
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
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
 * Before an account loses these roles: somebody else must hold them, or nobody could look after the others any more.
 * Call with the team locked.
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
