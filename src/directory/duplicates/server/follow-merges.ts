import { isSameValue } from '#directory/editing/listing-editing.ts'
import { publishListing } from '#directory/editing/server/editing-public.ts'
import { listingKinds } from '#directory/listings/listing-change.ts'
import {
  type ListingMerge,
  listFieldStates,
  listMerges,
  lockMerge,
  updateMerge,
} from '#directory/listings/server/listings-public.ts'
import { giveToStanding, shiftToStanding } from '#directory/services/server/directory-public.ts'
import type { Database } from '#platform/server/database.ts'
import { followFields } from '../merge-fields.ts'
import { mergerOf } from './merge-pair.ts'
import { type Merger, writeStaying } from './merger.ts'

/** Lets each listing that stayed take what the source of the merged one says anew; each in a transaction of its own. */
export async function followMerges(database: Database, timeZone: string) {
  // What an import wrote under an organization, or at a place, while it was being merged.
  await database.transaction().execute(async (transaction) => {
    await giveToStanding(transaction)
    await shiftToStanding(transaction)
  })
  const failures: unknown[] = []
  for (const merger of listingKinds.map((kind) => mergerOf(kind, timeZone)))
    for (const merge of await listMerges(database, merger.kind))
      if (await hasNews(database, merger, merge))
        await database
          .transaction()
          .execute((transaction) => follow(transaction, merger, merge))
          .catch((error: unknown) => failures.push(error))
  // One that fails holds up no others; the queue tries it again.
  if (failures.length) throw failures[0]
}

/**
 * Whether it says something else. Taking back an import may have deleted either, and a place that stayed may be removed or
 * confidential now: the news waits until it is back.
 */
async function hasNews(database: Database, merger: Merger, { fromId, intoId, seen }: ListingMerge) {
  if ((await merger.findStanding(database, fromId)) !== intoId) return false
  const gone = await merger.find(database, fromId)
  if (!gone || isSameValue(gone.fields, seen)) return false
  return (await merger.find(database, intoId)) !== undefined
}

async function follow(transaction: Database, merger: Merger, { fromId, intoId }: ListingMerge) {
  const { kind } = merger
  const found = await merger.lock(transaction, [fromId, intoId])
  const [stays, gone] = [found.get(intoId), found.get(fromId)]
  // It may have been undone meanwhile, or either may be gone.
  const merge = await lockMerge(transaction, kind, fromId)
  if (!stays || !gone || merge?.intoId !== intoId) return
  if (!merger.mayFollow(stays)) {
    await updateMerge(transaction, { id: merge.id, taken: merge.taken, seen: gone.fields })
    return
  }
  const states = await listFieldStates(transaction, { kind, id: intoId })
  const isEdited = (field: string) => states.some((state) => state.field === field && state.editedOn !== null)
  const seen = { before: merge.seen, now: gone.fields, taken: merge.taken }
  const { write, taken } = followFields(kind, stays.fields, seen, isEdited)
  await updateMerge(transaction, { id: merge.id, taken, seen: gone.fields })
  if (!Object.keys(write).length) return
  const fields = merger.withParts?.(write, { stays, gone }) ?? write
  await writeStaying(transaction, merger, { listing: stays, fields, cause: 'import', accountId: null })
  await publishListing(transaction, kind, stays)
}
