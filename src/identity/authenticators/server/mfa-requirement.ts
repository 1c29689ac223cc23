import { listRoleRules, setRoleRule } from '#identity/accounts/server/accounts-public.ts'
import type { Actor, RoleKey } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import type { MfaRequirement, MfaRequirementChange } from '../mfa-requirement.ts'

/** The requirements of each role. */
export const getMfaRequirement = async (database: Database): Promise<MfaRequirement> => ({
  roles: await listRoleRules(database),
})

/** Sets the requirements of a role. */
export const setRoleRequirement = (database: Database, actor: Actor, role: RoleKey, change: MfaRequirementChange) =>
  database.transaction().execute(async (transaction) => {
    await setRoleRule(transaction, role, change)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'second-factor-requirement-set',
      subjectType: 'role',
      subjectId: role,
      detail: change,
    })
  })
