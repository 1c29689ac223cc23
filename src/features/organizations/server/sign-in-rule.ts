import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { problem } from '#platform/server/problem.ts'

/**
 * How the people of an organization sign in.
 * @throws problem not-found for an admin without an organization
 */
export async function getSignInRule(database: Database, organizationId: string | null) {
  const rule = await database
    .selectFrom('organization')
    .select('requireMfa')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (!rule) throw problem('not-found')
  return rule
}

/** Asks everybody of one's organization for a second factor, or no longer. It counts from each one's next sign-in. */
export const setSignInRule = (database: Database, actor: Actor, requireMfa: boolean) =>
  database.transaction().execute(async (transaction) => {
    const id = actor.organizationId
    await getSignInRule(transaction, id)
    const changed = await transaction
      .updateTable('organization')
      .set({ requireMfa })
      .where('id', '=', id)
      .where('requireMfa', '!=', requireMfa)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return { requireMfa }
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: requireMfa ? 'second-factor-required' : 'second-factor-not-required',
      subjectType: 'organization',
      subjectId: changed.id,
    })
    await publishEvent(transaction, {
      type: 'organization',
      subjectId: changed.id,
      audience: [`organization:${changed.id}`],
    })
    return { requireMfa }
  })
