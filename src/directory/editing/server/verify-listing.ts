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
  /** Whether the person had before them what the program guessed and read. */
  adoptsGuesses: boolean
}

/**
 * Confirms each field of a listing, besides what stays a guess, in the caller's transaction; the directory shows the day.
 * @throws problem not-found, forbidden, stale-version: what others changed since has not been seen
 */
export async function confirmFields(
  editor: ListingEditor,
  transaction: Database,
  actor: Actor,
  id: string,
  { version, byPhone = false, adoptsGuesses }: Confirming,
) {
  const listing = await getEditable(editor, transaction, actor, id, { lock: true })
  if (listing.version !== version) throw problem('stale-version')
  if (byPhone && !hasRole(actor, ...managerRoles)) throw problem('forbidden')
  const key = { kind: editor.kind, id }
  const how = byPhone ? 'phone-call' : wayOf(actor, listing)
  const confirmed = await editor.confirm(transaction, listing, { adoptsGuesses })
  const { renewed = {}, adopted = [], guessed = [] } = confirmed
  const present = fieldsOf(listing.values)
  const former = Object.fromEntries(Object.keys(renewed).map((field) => [field, present[field]]))
  const said = Object.keys(present).filter((field) => !guessed.includes(field))
  await markVerified(transaction, key, said, { accountId: actor.accountId, how })
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
  confirming: Omit<Confirming, 'adoptsGuesses'>,
) =>
  answerConflict(editor, database, actor, id, () =>
    database.transaction().execute(async (transaction) => {
      // Who was called did not see the screen.
      await confirmFields(editor, transaction, actor, id, { ...confirming, adoptsGuesses: !confirming.byPhone })
      return getEdited(editor, transaction, actor, id)
    }),
  )
