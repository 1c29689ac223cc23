import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { problem } from '#platform/server/problem.ts'
import type { SignInRule, SignInRuleChange } from '../organization-profile.ts'

/**
 * How the people of an organization sign in.
 * @throws problem not-found for an admin without an organization
 */
export async function getSignInRule(database: Database, organizationId: string | null): Promise<SignInRule> {
  const rule = await database
    .selectFrom('organization')
    .select(['requireMfa', 'refuseEmailCodes'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (!rule) throw problem('not-found')
  return rule
}

/** Changes the sign-in requirements of one's own organization. Applies from each person's next sign-in. */
export const setSignInRule = (database: Database, actor: Actor, change: SignInRuleChange) =>
  database.transaction().execute(async (transaction) => {
    const id = actor.organizationId ?? ''
    // Two switches changed at the same time must not overwrite each other.
    await transaction.selectFrom('organization').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    const before = await getSignInRule(transaction, actor.organizationId)
    const after = { ...before, ...change }
    if (after.requireMfa === before.requireMfa && after.refuseEmailCodes === before.refuseEmailCodes) return before
    await transaction.updateTable('organization').set(after).where('id', '=', id).execute()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'second-factor-requirement-set',
      subjectType: 'organization',
      subjectId: id,
      detail: change,
    })
    await publishEvent(transaction, { type: 'organization', subjectId: id, audience: [`organization:${id}`] })
    return after
  })
