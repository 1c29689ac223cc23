import type { FieldValues, ListingChange } from '#directory/listings/listing-change.ts'
import { listUnknownPlaces, type PlaceReader } from '#directory/services/server/directory-public.ts'
import { contactsPlaceOf } from '#directory/services/service-document.ts'
import type { Database } from '#platform/server/database.ts'

/** Changes without what they say of people at confidential places, which this reader may not know. */
export async function withoutUnknownPlaces(
  database: Database,
  changes: ListingChange[],
  reader: PlaceReader,
): Promise<ListingChange[]> {
  const places = changes.flatMap(({ fields }) => fields.flatMap((field) => contactsPlaceOf(field) ?? []))
  const unknown = await listUnknownPlaces(database, [...new Set(places)], reader)
  if (!unknown.length) return changes
  const isKnown = (field: string) => !unknown.includes(contactsPlaceOf(field) ?? '')
  const known = (values: FieldValues) => Object.fromEntries(Object.entries(values).filter(([field]) => isKnown(field)))
  return changes.map((change) => ({
    ...change,
    ...{ fields: change.fields.filter(isKnown), before: known(change.before), after: known(change.after) },
  }))
}
