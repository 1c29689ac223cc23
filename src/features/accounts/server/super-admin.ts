import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { AccountRole } from '../super-admin.ts'
import { endSessionsOf } from './session.ts'

/**
 * Moves a developer's own account into another organization. Its other sessions end.
 * @throws problem not-found
 */
export const changeOwnOrganization = (database: Database, actor: Actor, organizationId: string) =>
  database.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organizationId)
      .executeTakeFirst()
    if (!found) throw problem('not-found')
    await transaction.updateTable('account').set({ organizationId }).where('id', '=', actor.accountId).execute()
    await endSessionsOf(transaction, actor.accountId, actor.sessionId)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'organization-changed',
      subjectType: 'account',
      subjectId: actor.accountId,
      detail: { from: actor.organizationId, to: organizationId },
    })
  })

/**
 * Gives and takes roles of a developer's own account. Its other sessions end.
 * @throws problem not-found when a line names another account
 */
export const updateOwnRoles = (database: Database, actor: Actor, lines: AccountRole[]) =>
  database.transaction().execute(async (transaction) => {
    const { accountId } = actor
    if (lines.some((line) => line.portalAccountId !== accountId)) throw problem('not-found')
    const lost = lines.filter((line) => line.isDeleted).map((line) => line.roleId)
    const held = lines.filter((line) => !line.isDeleted).map((line) => line.roleId)
    if (lost.length)
      await transaction.deleteFrom('accountRole').where('accountId', '=', accountId).where('role', 'in', lost).execute()
    if (held.length)
      await transaction
        .insertInto('accountRole')
        .values([...new Set(held)].map((role) => ({ accountId, role })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await endSessionsOf(transaction, accountId, actor.sessionId)
    await recordAudit(transaction, {
      actorId: accountId,
      action: 'roles-changed',
      subjectType: 'account',
      subjectId: accountId,
      detail: { held, lost },
    })
  })
