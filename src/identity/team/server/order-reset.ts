import {
  endSessionsOf,
  notifyOwner,
  recordAccountEvent,
  requirePasswordReset,
} from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { problem } from '#platform/server/problem.ts'
import { mayDeactivate } from '../team-policy.ts'
import { asPerson, lockAccount, nameOf, type TeamServices } from './change-account.ts'

/**
 * Forces a password reset: signs the account out, and its next sign-in leads to the reset. Does nothing if it was
 * already ordered, or if the account has no password or is not active.
 * @throws problem not-found, forbidden (above all for oneself)
 */
export const orderReset = ({ database, config, origin }: TeamServices, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction) => {
    const person = await lockAccount(transaction, config, actor, id)
    if (!mayDeactivate(actor, asPerson(person))) throw problem('forbidden')
    if (!(await requirePasswordReset(transaction, id))) return
    await endSessionsOf(transaction, id)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'password-reset-ordered',
      subjectType: 'account',
      subjectId: id,
    })
    const event = { accountId: id, actorId: actor.accountId, kind: 'password-reset-ordered' as const, ...origin }
    await recordAccountEvent(transaction, event)
    await notifyOwner(transaction, config, id, 'resetOrdered', { ...origin, by: await nameOf(transaction, actor) })
  })
