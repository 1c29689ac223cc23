import { listChangesAfter } from '#directory/listings/server/listings-public.ts'
import { changesOf, WITHOUT_PLACE } from '#directory/services/service-document.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { answerConflict, saveFields } from './change-listing.ts'
import { getEditable, getEdited } from './get-listing.ts'
import type { ListingEditor } from './listing-editor.ts'

/**
 * Makes a listing what it was at an earlier version, as a new version: nothing of the history is lost. Places that are
 * no longer there are left out, and so are the hours and people at places that it does not have.
 * @param version the newest version that the actor saw
 * @throws problem not-found, forbidden, stale-version (with the present listing)
 */
export const restoreListing = (
  editor: ListingEditor,
  database: Database,
  actor: Actor,
  id: string,
  { to, version }: { to: number; version: number },
) =>
  answerConflict(editor, database, actor, id, () =>
    database.transaction().execute(async (transaction) => {
      const listing = await getEditable(editor, transaction, actor, id, { lock: true })
      if (listing.version !== version) throw problem('stale-version')
      if (to < 1 || to >= version || to < (listing.historyFrom ?? 0) - 1) throw problem('not-found')
      const later = await listChangesAfter(transaction, { kind: editor.kind, id }, to)
      // Newest first: the oldest of the later changes has the last word on what was before.
      const before = Object.assign({}, ...later.map((change) => change.before))
      const former = changesOf(before, editor.names)
      const { hours = {}, contactsAt = {}, ...changes } = (await editor.restorable?.(transaction, former)) ?? former
      const ids = changes.locationIds as string[] | undefined
      const places = ids ? (ids.length ? ids : [WITHOUT_PLACE]) : Object.keys(listing.values.hours ?? {})
      const present = <Value>(byPlace: Partial<Record<string, Value>>) =>
        Object.fromEntries(Object.entries(byPlace).filter(([key]) => places.includes(key)))
      const restored = { ...changes, hours: present(hours), contactsAt: present(contactsAt) }
      await saveFields(editor, transaction, actor, id, { version, changes: restored }, 'restore')
      return getEdited(editor, transaction, actor, id)
    }),
  )
