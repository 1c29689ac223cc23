import { endSessionsOf, notifyOwner, recordAccountEvent } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { problem } from '#platform/server/problem.ts'
import { mayDeactivate } from '../team-policy.ts'
import { asPerson, lockAccount, nameOf, type TeamServices } from './change-account.ts'

/**
 * Signs a person out everywhere, for example after losing a laptop. For oneself, use the own security page.
 * @returns how many sessions ended
 * @throws problem not-found, forbidden
 */
export const endSessions = ({ database, config, origin }: TeamServices, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction) => {
    const person = await lockAccount(transaction, config, actor, id)
    if (!mayDeactivate(actor, asPerson(person))) throw problem('forbidden')
    const count = await endSessionsOf(transaction, id)
    if (!count) return 0
    const detail = { count }
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'sessions-ended',
      subjectType: 'account',
      subjectId: id,
      detail,
    })
    await recordAccountEvent(transaction, {
      accountId: id,
      actorId: actor.accountId,
      kind: 'sessions-ended',
      detail,
      ...origin,
    })
    await notifyOwner(transaction, config, id, 'sessionsEnded', { ...origin, by: await nameOf(transaction, actor) })
    return count
  })
