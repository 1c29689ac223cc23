import { listChangesAfter } from '#directory/listings/server/listings-public.ts'
import { changesOf } from '#directory/services/service-document.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { answerConflict, saveFields } from './change-service.ts'
import { getEditableService, getEditedService } from './get-service.ts'

/**
 * Makes a service what it was at an earlier version, as a new version: nothing of the history is lost. Hours of places
 * that it no longer has are left out.
 * @param version the newest version that the actor saw
 * @throws problem not-found, forbidden, stale-version (with the present service)
 */
export const restoreService = (
  database: Database,
  actor: Actor,
  id: string,
  { to, version }: { to: number; version: number },
) =>
  answerConflict(database, actor, id, () =>
    database.transaction().execute(async (transaction) => {
      const service = await getEditableService(transaction, actor, id, { lock: true })
      if (service.version !== version) throw problem('stale-version')
      if (to < 1 || to >= version) throw problem('not-found')
      const later = await listChangesAfter(transaction, { kind: 'service', id }, to)
      // Newest first: the oldest of the later changes has the last word on what was before.
      const { hours = {}, ...changes } = changesOf(Object.assign({}, ...later.map(({ before }) => before)))
      const present = Object.entries(hours).filter(([key]) => key in service.values.hours)
      await saveFields(
        transaction,
        actor,
        id,
        { version, changes: { ...changes, hours: Object.fromEntries(present) } },
        'restore',
      )
      return getEditedService(transaction, actor, id)
    }),
  )
