import { findShownAgain, lastConfirmed } from '#directory/listings/server/listings-public.ts'
import { findZip } from '#directory/places/server/places-public.ts'
import {
  confirmPlace,
  findListedService,
  findPlaceDocument,
  findPlaceZone,
  writePlaceFields,
} from '#directory/services/server/directory-public.ts'
import { PlaceValues } from '#directory/services/service-document.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { EditedPlace } from '../listing-editing.ts'
import type { ListingEditor } from './listing-editor.ts'

export const placeEditor = (timeZone: string): ListingEditor<EditedPlace> => ({
  kind: 'location',
  names: Object.keys(PlaceValues.shape),
  find: async (database, id, reader, options) => {
    const place = await findPlaceDocument(database, id, options)
    const isOwn = place && reader.organizationIds.includes(place.organizationId)
    // Its history and its values tell where it is.
    if (!place || (place.isConfidential && !isOwn)) return undefined
    // Where it was while it was confidential stays with its organization.
    const historyFrom = isOwn ? 0 : await findShownAgain(database, id)
    return { ...place, historyFrom, assuredDate: await lastConfirmed(database, { kind: 'location', id }, timeZone) }
  },
  // Only what changes is here: a place may keep the ZIP code that its import brought.
  requireValid: async (database, { postalCode }) => {
    if (typeof postalCode !== 'string') return
    if (!/^\d{5}(-\d{4})?$/.test(postalCode)) throw fieldProblem('postalCode', 'zip-format')
    if (!(await findZip(database, postalCode))) throw fieldProblem('postalCode', 'zip-unknown')
  },
  write: writePlaceFields,
  confirm: (database, { id }) => confirmPlace(database, id, timeZone),
  findShown: (database, { id, organizationId }) => findListedService(database, { organizationId, locationId: id }),
  more: async (database, { id }) => ({ timeZone: await findPlaceZone(database, id) }),
})
