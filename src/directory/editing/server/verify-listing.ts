import { markEdited, markVerified, recordChange } from '#directory/listings/server/listings-public.ts'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { fieldsOf } from '#directory/services/service-document.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { announce, answerConflict, wayOf } from './change-listing.ts'
import { getEditable, getEdited } from './get-listing.ts'
import type { ListingEditor } from './listing-editor.ts'

interface Confirming {
  /** The version that the person saw. */
  version: number
  byPhone?: boolean | undefined
}

/**
 * Confirms each field of a listing in the caller's transaction; the directory shows the day.
 * @throws problem not-found, forbidden, stale-version: what others changed since has not been seen
 */
export async function confirmFields(
  editor: ListingEditor,
  transaction: Database,
  actor: Actor,
  id: string,
  { version, byPhone = false }: Confirming,
) {
  const listing = await getEditable(editor, transaction, actor, id, { lock: true })
  if (listing.version !== version) throw problem('stale-version')
  if (byPhone && !hasRole(actor, ...managerRoles)) throw problem('forbidden')
  const key = { kind: editor.kind, id }
  const how = byPhone ? 'phone-call' : wayOf(actor, listing)
  const { renewed = {}, adopted = [], ...confirmed } = await editor.confirm(transaction, listing)
  const present = fieldsOf(listing.values)
  const former = Object.fromEntries(Object.keys(renewed).map((field) => [field, present[field]]))
  await markVerified(transaction, key, Object.keys(present), { accountId: actor.accountId, how })
  await markEdited(transaction, key, adopted, { accountId: actor.accountId, how })
  await recordChange(transaction, key, {
    ...{ version: confirmed.version, cause: 'verification', accountId: actor.accountId },
    before: { assuredDate: listing.assuredDate, ...former },
    after: { assuredDate: confirmed.assuredDate, ...renewed },
  })
  await announce(transaction, actor, editor.kind, listing, 'verified', { version: confirmed.version, how })
}

/**
 * Records that everything about a listing still holds.
 * @throws what `confirmFields` throws; with stale-version comes the present listing
 */
export const verifyListing = (
  editor: ListingEditor,
  database: Database,
  actor: Actor,
  id: string,
  confirming: Confirming,
) =>
  answerConflict(editor, database, actor, id, () =>
    database.transaction().execute(async (transaction) => {
      await confirmFields(editor, transaction, actor, id, confirming)
      return getEdited(editor, transaction, actor, id)
    }),
  )
