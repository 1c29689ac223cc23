import { sql } from 'kysely'
import {
  endSessionsOf,
  getSecondFactorNeed,
  hashCode,
  newCode,
  notifyOwner,
  recordAccountEvent,
  type SignInMethod,
} from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { mayDeactivate } from '../team-policy.ts'
import { asPerson, lockAccount, nameOf, type TeamServices } from './change-account.ts'
import { publishTeamChange } from './publish-team-change.ts'
import { endOpenChange } from './request-change.ts'

/** How many days the owner has to object before their second factors are removed. */
export const RESET_DAYS = 3

/**
 * Requests the removal of a person's second factors, after the administrator has verified who asks. It happens three
 * days later, unless the owner objects or it is withdrawn.
 * @throws problem not-found, forbidden (above all for oneself), conflict if there is nothing to remove
 */
export const requestFactorReset = ({ database, config, origin }: TeamServices, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction) => {
    const person = await lockAccount(transaction, config, actor, id)
    if (!mayDeactivate(actor, asPerson(person))) throw problem('forbidden')
    if (!(await getSecondFactorNeed(transaction, id)).hasFactor) throw problem('conflict')
    await endOpenChange(transaction, id, 'factors', null)
    await transaction
      .insertInto('accountChange')
      .values({
        accountId: id,
        kind: 'factors',
        oldValue: null,
        newValue: '',
        codeHash: hashCode(newCode()),
        askedBy: actor.accountId,
        expiresOn: sql<string>`now() + make_interval(days => ${RESET_DAYS + 1})`,
      })
      .execute()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'factor-reset-asked',
      subjectType: 'account',
      subjectId: id,
    })
    await recordAccountEvent(transaction, {
      accountId: id,
      actorId: actor.accountId,
      kind: 'factor-removal-asked',
      ...origin,
    })
    await notifyOwner(transaction, config, id, 'factorResetAsked', { ...origin, by: await nameOf(transaction, actor) })
    await publishTeamChange(transaction, person.account)
  })

/**
 * Removes the factors of an account whose reset is due; ends all sessions. Call it with the account and the change
 * locked.
 */
export async function applyFactorReset(
  { database, config, signInMethods }: { database: Database; config: Config; signInMethods: SignInMethod[] },
  change: { id: string; accountId: string; askedBy: string | null; organizationId: string | null },
) {
  const { accountId } = change
  await database.updateTable('accountChange').set({ usedOn: sql`now()` }).where('id', '=', change.id).execute()
  let count = 0
  for (const { removeAll } of signInMethods) count += (await removeAll?.(database, accountId)) ?? 0
  await endSessionsOf(database, accountId)
  await recordAudit(database, {
    actorId: change.askedBy,
    action: 'factors-reset',
    subjectType: 'account',
    subjectId: accountId,
    detail: { count },
  })
  await recordAccountEvent(database, { accountId, actorId: change.askedBy, kind: 'factor-removed', detail: { count } })
  await notifyOwner(database, config, accountId, 'factorRemoved')
  await publishTeamChange(database, { id: accountId, organizationId: change.organizationId })
}
