import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { AccountRole } from '../super-admin.ts'
import { type Origin, recordAccountEvent } from './account-event.ts'
import { findAccount, listRoles } from './account-queries.ts'
import { demandAnotherAdmin, lockTeam } from './lock-team.ts'
import { tellOwner } from './security-mail.ts'
import { endSessionsOf } from './session.ts'

interface Services {
  database: Database
  config: Config
}

/**
 * The developer's own account, with its organization's people and itself locked, in this order everywhere.
 * @throws problem conflict when it moved between the two looks
 */
async function lockOwn(database: Database, { accountId, organizationId }: Actor) {
  await lockTeam(database, organizationId)
  await database.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst()
  if ((await findAccount(database, accountId))?.organizationId !== organizationId) throw problem('conflict')
  return listRoles(database, accountId)
}

/**
 * Moves a developer's own account into another organization. Its other sessions end.
 * @throws problem not-found, last-admin when nobody could look after the people of the organization that it leaves
 */
export const changeOwnOrganization = (
  { database, config }: Services,
  actor: Actor,
  organizationId: string,
  origin: Origin,
) =>
  database.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organizationId)
      .executeTakeFirst()
    if (!found) throw problem('not-found')
    const roles = await lockOwn(transaction, actor)
    if (actor.organizationId !== organizationId) {
      const { accountId: id, organizationId: left } = actor
      await demandAnotherAdmin(
        transaction,
        { id, organizationId: left },
        roles.filter((role) => role === 'organization-admin'),
      )
    }
    await transaction.updateTable('account').set({ organizationId }).where('id', '=', actor.accountId).execute()
    await endSessionsOf(transaction, actor.accountId, actor.sessionId)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'organization-changed',
      subjectType: 'account',
      subjectId: actor.accountId,
      detail: { from: actor.organizationId, to: organizationId },
    })
    if (actor.organizationId === organizationId) return
    const { accountId } = actor
    await recordAccountEvent(transaction, { accountId, actorId: accountId, kind: 'organization-changed', ...origin })
    await tellOwner(transaction, config, accountId, 'organizationChanged', origin)
  })

/**
 * Gives and takes roles of a developer's own account. Its other sessions end.
 * @throws problem not-found when a line names another account, last-admin
 */
export const updateOwnRoles = ({ database, config }: Services, actor: Actor, lines: AccountRole[], origin: Origin) =>
  database.transaction().execute(async (transaction) => {
    const { accountId } = actor
    if (lines.some((line) => line.portalAccountId !== accountId)) throw problem('not-found')
    const lost = lines.filter((line) => line.isDeleted).map((line) => line.roleId)
    const held = lines.filter((line) => !line.isDeleted).map((line) => line.roleId)
    const before = await lockOwn(transaction, actor)
    const { organizationId } = actor
    const given = before.filter((role) => lost.includes(role) && !held.includes(role))
    await demandAnotherAdmin(transaction, { id: accountId, organizationId }, given)
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
    const after = await listRoles(transaction, accountId)
    const detail = { gained: after.filter((r) => !before.includes(r)), lost: before.filter((r) => !after.includes(r)) }
    if (detail.gained.length + detail.lost.length === 0) return
    await recordAccountEvent(transaction, { accountId, actorId: accountId, kind: 'roles-changed', detail, ...origin })
    await tellOwner(transaction, config, accountId, 'rolesChanged', { ...origin, roles: after })
  })
