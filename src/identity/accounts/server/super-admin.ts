import { findOrganizationOwner } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { AccountRole } from '../super-admin.ts'
import { type Origin, recordAccountEvent } from './account-event.ts'
import { listRoles, lockAccountRow } from './account-queries.ts'
import { lockTeam, requireAnotherAdmin } from './lock-team.ts'
import { notifyOwner } from './security-mail.ts'
import { endSessionsOf } from './session.ts'

interface Services {
  database: Database
  config: Config
}

/**
 * Locks the people of the developer's organization, then the developer's own account; the order is the same everywhere.
 * @throws problem conflict if it moved between the two reads
 */
async function lockOwn(database: Database, { accountId, organizationId }: Actor) {
  await lockTeam(database, organizationId)
  const own = await lockAccountRow(database, accountId, 'update')
  if (own.organizationId !== organizationId) throw problem('conflict')
}

/** Moves the locked account, unless it is already there. @returns whether it moved */
async function moveTo(database: Database, config: Config, actor: Actor, organizationId: string, origin: Origin) {
  const { accountId, organizationId: left } = actor
  if (left === organizationId) return false
  const roles = await listRoles(database, accountId)
  const lost = roles.filter((role) => role === 'organization-admin')
  await requireAnotherAdmin(database, { id: accountId, organizationId: left }, lost)
  await database.updateTable('account').set({ organizationId }).where('id', '=', accountId).execute()
  await recordAudit(database, {
    actorId: accountId,
    action: 'organization-changed',
    subjectType: 'account',
    subjectId: accountId,
    detail: { from: left, to: organizationId },
  })
  await recordAccountEvent(database, { accountId, actorId: accountId, kind: 'organization-changed', ...origin })
  await notifyOwner(database, config, accountId, 'organizationChanged', origin)
  return true
}

/** In `organizationId`, another account must keep the removed roles; null if they applied to none. */
interface RoleChange {
  lines: AccountRole[]
  organizationId: string | null
}

/** Adds and removes roles of the locked account. */
async function changeRoles(database: Database, config: Config, actor: Actor, change: RoleChange, origin: Origin) {
  const { accountId } = actor
  const { lines, organizationId } = change
  if (lines.some((line) => line.portalAccountId !== accountId)) throw problem('not-found')
  const lost = lines.filter((line) => line.isDeleted).map((line) => line.roleId)
  const held = lines.filter((line) => !line.isDeleted).map((line) => line.roleId)
  const before = await listRoles(database, accountId)
  const given = before.filter((role) => lost.includes(role) && !held.includes(role))
  await requireAnotherAdmin(database, { id: accountId, organizationId }, given)
  if (lost.length)
    await database.deleteFrom('accountRole').where('accountId', '=', accountId).where('role', 'in', lost).execute()
  if (held.length)
    await database
      .insertInto('accountRole')
      .values([...new Set(held)].map((role) => ({ accountId, role })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const after = await listRoles(database, accountId)
  const detail = { gained: after.filter((r) => !before.includes(r)), lost: before.filter((r) => !after.includes(r)) }
  if (detail.gained.length + detail.lost.length === 0) return
  await recordAudit(database, {
    actorId: accountId,
    action: 'roles-changed',
    subjectType: 'account',
    subjectId: accountId,
    detail: { held, lost },
  })
  await recordAccountEvent(database, { accountId, actorId: accountId, kind: 'roles-changed', detail, ...origin })
  await notifyOwner(database, config, accountId, 'rolesChanged', { ...origin, roles: after })
}

/**
 * Moves a developer's own account to another organization and, if lines are given, changes its roles: both or neither.
 * Its other sessions end.
 * @throws problem not-found, last-admin if nobody could manage the people of the old organization
 */
export const changeOwnOrganization = (
  { database, config }: Services,
  actor: Actor,
  given: { organizationId: string; lines?: AccountRole[] | undefined },
  origin: Origin,
) =>
  database.transaction().execute(async (transaction) => {
    const { organizationId, lines } = given
    if (!(await findOrganizationOwner(transaction, organizationId))) throw problem('not-found')
    await lockOwn(transaction, actor)
    const hasMoved = await moveTo(transaction, config, actor, organizationId, origin)
    if (lines)
      // In the new organization, the account was not the only admin, because it has just joined.
      await changeRoles(transaction, config, actor, { lines, organizationId: hasMoved ? null : organizationId }, origin)
    await endSessionsOf(transaction, actor.accountId, actor.sessionId)
  })

/**
 * Adds and removes roles of a developer's own account. Its other sessions end.
 * @throws problem not-found if a line names another account, last-admin
 */
export const updateOwnRoles = ({ database, config }: Services, actor: Actor, lines: AccountRole[], origin: Origin) =>
  database.transaction().execute(async (transaction) => {
    await lockOwn(transaction, actor)
    await changeRoles(transaction, config, actor, { lines, organizationId: actor.organizationId }, origin)
    await endSessionsOf(transaction, actor.accountId, actor.sessionId)
  })
