import { holdsPeople } from '#directory/editing/proposed-change.ts'
import { listUnknownPlaces, type PlaceReader } from '#directory/services/server/directory-public.ts'
import { contactsPlaceOf, hoursKeyOf, WITHOUT_PLACE } from '#directory/services/service-document.ts'
import type { Database } from '#platform/server/database.ts'
import { SuggestedAddress, type Suggestion } from '../suggestion.ts'

/** The place that a suggestion is about; undefined if it is about none. */
const placeOf = ({ kind, listingId, after }: Suggestion) =>
  kind === 'location'
    ? (listingId ?? undefined)
    : Object.keys(after ?? {})
        .map((field) => contactsPlaceOf(field) ?? hoursKeyOf(field))
        .find((place) => place !== null && place !== WITHOUT_PLACE)

/** What tells where a place is, or who works there. */
const isTelling = (field: string) => field in SuggestedAddress.shape || holdsPeople(field)

/** Suggestions without what they say of a place that is confidential by now, and unknown to this reader. */
export async function withoutUnknownPlaces(
  database: Database,
  suggestions: Suggestion[],
  reader: PlaceReader,
): Promise<Suggestion[]> {
  const places = suggestions.flatMap((one) => placeOf(one) ?? [])
  const unknown = await listUnknownPlaces(database, [...new Set(places)], reader)
  return suggestions.map((suggestion) => {
    if (!unknown.includes(placeOf(suggestion) ?? '')) return suggestion
    const isHidden = Object.keys(suggestion.after ?? {}).some(isTelling)
    return { ...suggestion, placeName: null, ...(isHidden ? { before: null, after: null } : {}) }
  })
}
