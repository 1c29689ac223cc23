import { sql } from 'kysely'
import { refusesEmailCodes } from '#identity/accounts/account-policy.ts'
import { type Actor, type RoleKey, roleKeys } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import type { MfaRequirement, MfaRequirementChange } from '../mfa-requirement.ts'

/** The requirements of each role. */
export async function getMfaRequirement(database: Database): Promise<MfaRequirement> {
  const rows = await database.selectFrom('roleSetting').selectAll().execute()
  const roles = roleKeys.map((roleId) => {
    const row = rows.find(({ role }) => role === roleId)
    return {
      roleId,
      requireMfa: row?.requireMfa ?? false,
      refuseEmailCodes: row?.refuseEmailCodes ?? refusesEmailCodes.includes(roleId),
    }
  })
  return { roles }
}

/** Sets the requirements of a role. */
export const setRoleRequirement = (database: Database, actor: Actor, role: RoleKey, change: MfaRequirementChange) =>
  database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('roleSetting')
      .values({ role, ...change })
      .onConflict((c) => c.column('role').doUpdateSet({ ...change, changedOn: sql`now()` }))
      .execute()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'second-factor-requirement-set',
      subjectType: 'role',
      subjectId: role,
      detail: change,
    })
  })
