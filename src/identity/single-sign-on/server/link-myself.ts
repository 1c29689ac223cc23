import type { FastifyRequest } from 'fastify'
import {
  lockSignedIn,
  notifyOwner,
  originOf,
  recordAccountEvent,
  removeSignInMethod,
} from '#identity/accounts/server/accounts-public.ts'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import type { ProvenIdentity } from './provider.ts'
import { deleteIdentity, findIdentity, insertIdentity } from './sign-on-queries.ts'

interface Services {
  database: Database
  config: Config
}

/** Records that an account and an identity were linked or unlinked, and notifies the owner. */
export async function noteLink(
  services: Services,
  request: FastifyRequest,
  accountId: string,
  kind: 'sign-in-service-linked' | 'sign-in-service-unlinked',
) {
  const { database, config } = services
  await recordAccountEvent(database, { accountId, actorId: accountId, kind, ...originOf(request) })
  const mail = kind === 'sign-in-service-linked' ? 'signInServiceLinked' : 'signInServiceUnlinked'
  await notifyOwner(database, config, accountId, mail, originOf(request))
}

/**
 * Links an identity to the signed-in account that requested it. An identity of another account does not move.
 * @throws problem signed-out if the session ended while the provider was asked, account-frozen
 */
export const linkMyself = ({ database, config }: Services, request: FastifyRequest, identity: ProvenIdentity) =>
  database.transaction().execute(async (transaction) => {
    const { accountId } = actorOf(request)
    await lockSignedIn(transaction, actorOf(request))
    const isNew = await insertIdentity(transaction, accountId, identity)
    if (isNew) {
      await noteLink({ database: transaction, config }, request, accountId, 'sign-in-service-linked')
      return 'linked'
    }
    const known = await findIdentity(transaction, identity)
    return known?.accountId === accountId ? 'linked' : 'taken'
  })

/**
 * Parts an identity from one's own account.
 * @throws problem not-found, last-sign-in-method when nothing else would open the account
 */
export const unlinkMyself = ({ database, config }: Services, request: FastifyRequest, id: string) =>
  database.transaction().execute(async (transaction) => {
    const { accountId } = actorOf(request)
    await removeSignInMethod(transaction, accountId, () => deleteIdentity(transaction, accountId, id))
    await noteLink({ database: transaction, config }, request, accountId, 'sign-in-service-unlinked')
  })
