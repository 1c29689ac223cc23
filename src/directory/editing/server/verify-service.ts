import { markVerified, recordChange } from '#directory/listings/server/listings-public.ts'
import { confirmService } from '#directory/services/server/directory-public.ts'
import { fieldsOf } from '#directory/services/service-document.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { announce, answerConflict, wayOf } from './change-service.ts'
import { getEditableService, getEditedService } from './get-service.ts'

/**
 * Records that everything about a service still holds: each of its fields is confirmed, and the directory shows the day.
 * @throws problem not-found, forbidden, stale-version: what others changed since has not been seen
 */
export const verifyService = (
  database: Database,
  actor: Actor,
  id: string,
  { version, byPhone = false, timeZone }: { version: number; byPhone?: boolean | undefined; timeZone: string },
) =>
  answerConflict(database, actor, id, () =>
    database.transaction().execute(async (transaction) => {
      const service = await getEditableService(transaction, actor, id, { lock: true })
      if (service.version !== version) throw problem('stale-version')
      if (byPhone && !hasRole(actor, 'platform-admin')) throw problem('forbidden')
      const key = { kind: 'service', id } as const
      const how = byPhone ? 'phone-call' : wayOf(actor, service)
      const confirmed = await confirmService(transaction, id, timeZone)
      await markVerified(transaction, key, Object.keys(fieldsOf(service.values)), { accountId: actor.accountId, how })
      await recordChange(transaction, key, {
        ...{ version: confirmed.version, cause: 'verification', accountId: actor.accountId },
        before: { assuredDate: service.assuredDate },
        after: { assuredDate: confirmed.assuredDate },
      })
      await announce(transaction, actor, service, 'service-verified', { version: confirmed.version, how })
      return getEditedService(transaction, actor, id)
    }),
  )
