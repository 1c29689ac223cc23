import {
  endMailedLinks,
  endSessionsOf,
  isFrozen,
  notifyOwner,
  recordAccountEvent,
  requestSecuringReset,
  requireAnotherAdmin,
  setAccountDeactivated,
} from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { problem } from '#platform/server/problem.ts'
import { mayDeactivate } from '../team-policy.ts'
import { asPerson, getAccount, lockAccount, nameOf, type TeamServices } from './change-account.ts'
import { publishTeamChange } from './publish-team-change.ts'
import { endOpenChange } from './request-change.ts'

/**
 * Deactivates or reactivates an account. Deactivating ends its sessions and revokes all links that were sent for it. If
 * it already is in that state, nothing happens.
 * @throws problem not-found, forbidden (above all for oneself), last-admin
 */
export const setDeactivated = (services: TeamServices, actor: Actor, id: string, isDeactivated: boolean) =>
  services.database.transaction().execute(async (transaction) => {
    const { config } = services
    const person = await lockAccount(transaction, config, actor, id)
    const { account, roles } = person
    if (!mayDeactivate(actor, asPerson(person))) throw problem('forbidden')
    if ((account.deactivatedOn !== null) === isDeactivated) return account
    if (isDeactivated) {
      await requireAnotherAdmin(transaction, account, roles)
      await endSessionsOf(transaction, id)
      await endMailedLinks(transaction, id, actor.accountId)
      await endOpenChange(transaction, id, 'email', actor.accountId)
      await endOpenChange(transaction, id, 'phone', actor.accountId)
      await endOpenChange(transaction, id, 'factors', actor.accountId)
    }
    await setAccountDeactivated(transaction, id, isDeactivated)
    const kind = isDeactivated ? 'deactivated' : 'reactivated'
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: `account-${kind}`,
      subjectType: 'account',
      subjectId: id,
    })
    await recordAccountEvent(transaction, { accountId: id, actorId: actor.accountId, kind, ...services.origin })
    await notifyOwner(transaction, config, id, kind, {
      ...services.origin,
      organization: account.organizationName ?? config.productName,
      by: await nameOf(transaction, actor),
    })
    // If the owner reported 'this was not me' meanwhile, they receive the reset link now.
    if (!isDeactivated && (await isFrozen(transaction, id))) await requestSecuringReset(transaction, account.email)
    await publishTeamChange(transaction, account)
    return getAccount(transaction, config, id)
  })
