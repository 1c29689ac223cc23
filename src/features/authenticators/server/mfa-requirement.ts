import { sql } from 'kysely'
import { refusesEmailCodes } from '#features/accounts/account-policy.ts'
import { type Actor, type RoleKey, roleKeys } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { maySetForOrganization, maySetForRoles } from '../authenticator-policy.ts'
import type { MfaRequirement, MfaRequirementChange } from '../mfa-requirement.ts'

const findOrganization = (database: Database, id: string) =>
  database
    .selectFrom('organization')
    .select(['id', 'name', 'requireMfa', 'refuseEmailCodes'])
    .where('id', '=', id)
    .executeTakeFirst()

async function listRoleRequirements(database: Database) {
  const rows = await database.selectFrom('roleSetting').selectAll().execute()
  return roleKeys.map((roleId) => {
    const row = rows.find(({ role }) => role === roleId)
    return {
      roleId,
      requireMfa: row?.requireMfa ?? false,
      refuseEmailCodes: row?.refuseEmailCodes ?? refusesEmailCodes.includes(roleId),
    }
  })
}

/** What an admin may see and set. */
export async function getMfaRequirement(database: Database, actor: Actor): Promise<MfaRequirement> {
  const { organizationId } = actor
  return {
    organization:
      (organizationId && maySetForOrganization(actor) && (await findOrganization(database, organizationId))) || null,
    roles: maySetForRoles(actor) ? await listRoleRequirements(database) : [],
  }
}

/** Sets what is asked of everybody in the admin's own organization. @throws problem forbidden */
export const setOrganizationRequirement = (database: Database, actor: Actor, change: MfaRequirementChange) =>
  database.transaction().execute(async (transaction) => {
    const { organizationId } = actor
    if (!organizationId || !maySetForOrganization(actor)) throw problem('forbidden')
    await transaction.updateTable('organization').set(change).where('id', '=', organizationId).execute()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'second-factor-requirement-set',
      subjectType: 'organization',
      subjectId: organizationId,
      detail: change,
    })
  })

/** Sets what is asked of everybody with a role. @throws problem forbidden */
export const setRoleRequirement = (database: Database, actor: Actor, role: RoleKey, change: MfaRequirementChange) =>
  database.transaction().execute(async (transaction) => {
    if (!maySetForRoles(actor)) throw problem('forbidden')
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
