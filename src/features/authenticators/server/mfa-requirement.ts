import { sql } from 'kysely'
import { type Actor, type RoleKey, roleKeys } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { maySetForOrganization, maySetForRoles } from '../authenticator-policy.ts'
import type { MfaRequirement } from '../mfa-requirement.ts'

const findOrganization = (database: Database, id: string) =>
  database.selectFrom('organization').select(['id', 'name', 'requireMfa']).where('id', '=', id).executeTakeFirst()

async function listRoleRequirements(database: Database) {
  const rows = await database.selectFrom('roleSetting').select(['role', 'requireMfa']).execute()
  return roleKeys.map((roleId) => ({ roleId, requireMfa: rows.some((r) => r.role === roleId && r.requireMfa) }))
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

/** Asks a second factor of everybody in the admin's own organization, or no longer. @throws problem forbidden */
export const setOrganizationRequirement = (database: Database, actor: Actor, requireMfa: boolean) =>
  database.transaction().execute(async (transaction) => {
    const { organizationId } = actor
    if (!organizationId || !maySetForOrganization(actor)) throw problem('forbidden')
    await transaction.updateTable('organization').set({ requireMfa }).where('id', '=', organizationId).execute()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'second-factor-requirement-set',
      subjectType: 'organization',
      subjectId: organizationId,
      detail: { requireMfa },
    })
  })

/** Asks a second factor of everybody with a role, or no longer. @throws problem forbidden */
export const setRoleRequirement = (database: Database, actor: Actor, role: RoleKey, requireMfa: boolean) =>
  database.transaction().execute(async (transaction) => {
    if (!maySetForRoles(actor)) throw problem('forbidden')
    await transaction
      .insertInto('roleSetting')
      .values({ role, requireMfa })
      .onConflict((c) => c.column('role').doUpdateSet({ requireMfa, changedOn: sql`now()` }))
      .execute()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'second-factor-requirement-set',
      subjectType: 'role',
      subjectId: role,
      detail: { requireMfa },
    })
  })
