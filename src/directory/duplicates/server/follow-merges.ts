import { isSameValue } from '#directory/editing/listing-editing.ts'
import { editorOf, publishListing } from '#directory/editing/server/editing-public.ts'
import {
  type ListingMerge,
  listFieldStates,
  listMerges,
  lockMerge,
  updateMerge,
} from '#directory/listings/server/listings-public.ts'
import { anybody, findMergedInto } from '#directory/services/server/directory-public.ts'
import { fieldsOf } from '#directory/services/service-document.ts'
import type { Database } from '#platform/server/database.ts'
import { followFields } from '../merge-fields.ts'
import { lockServices, withHours, writeStaying } from './merge-pair.ts'

const kind = 'service'

/** Lets each service that stayed take what the source of the merged one says anew; each in a transaction of its own. */
export async function followMerges(database: Database, timeZone: string) {
  const failures: unknown[] = []
  for (const merge of await listMerges(database, kind))
    if (await hasNews(database, merge, timeZone))
      await database
        .transaction()
        .execute((transaction) => follow(transaction, merge, timeZone))
        .catch((error: unknown) => failures.push(error))
  // One that fails holds up no others; the queue tries it again.
  if (failures.length) throw failures[0]
}

/** Whether it says something else; taking back an import may have deleted either. */
async function hasNews(database: Database, { fromId, intoId, seen }: ListingMerge, timeZone: string) {
  if ((await findMergedInto(database, fromId)) !== intoId) return false
  const gone = await editorOf(kind, timeZone).find(database, fromId, anybody)
  return gone !== undefined && !isSameValue(fieldsOf(gone.values), seen)
}

async function follow(transaction: Database, { fromId, intoId }: ListingMerge, timeZone: string) {
  const service = await lockServices(transaction, [fromId, intoId], timeZone)
  // It may have been undone meanwhile.
  const merge = await lockMerge(transaction, kind, fromId)
  if (merge?.intoId !== intoId) return
  const [stays, now] = [service(intoId), fieldsOf(service(fromId).values)]
  const own = fieldsOf(stays.values)
  const states = await listFieldStates(transaction, { kind, id: intoId })
  const isEdited = (field: string) => states.some((state) => state.field === field && state.editedOn !== null)
  const { write, taken } = followFields(own, { before: merge.seen, now, taken: merge.taken }, isEdited)
  await updateMerge(transaction, { id: merge.id, taken, seen: now })
  if (!Object.keys(write).length) return
  const fields = withHours(write, own, now)
  await writeStaying(transaction, { id: intoId, before: own, fields, cause: 'import', accountId: null }, timeZone)
  await publishListing(transaction, kind, stays)
}
