import { isSameValue } from '#directory/editing/listing-editing.ts'
import type { ProposedChange } from '#directory/editing/proposed-change.ts'
import { editorOf, type ListingDocument, requireContact } from '#directory/editing/server/editing-public.ts'
import type { ListingKey } from '#directory/listings/listing-change.ts'
import { findPhoneOwner, type PlaceReader, type ServiceDocument } from '#directory/services/server/directory-public.ts'
import { fieldsOf, hoursField, type ServicePhone, WITHOUT_PLACE } from '#directory/services/service-document.ts'
import { readPhone } from '#platform/schema/phone-number.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { NewSuggestion } from '../suggestion.ts'
import { listNamedPeople } from './find-people.ts'

/** What a suggestion would change, of which version of which listing. */
export interface FoundChange extends ProposedChange {
  listing: ListingKey & { organizationId: string; version: number }
  placeName: string | null
}

interface About {
  service: ServiceDocument
  timeZone: string
  /** Whose places the suggester may know. */
  reader: PlaceReader
}

const found = (
  kind: ListingKey['kind'],
  { id, organizationId, version }: Pick<ListingDocument, 'id' | 'organizationId' | 'version'>,
  change: ProposedChange,
  placeName: string | null = null,
): FoundChange => ({ ...change, listing: { kind, id, organizationId, version }, placeName })

/**
 * What this suggestion would change in the directory; null if it can only be said in words, also because the listing
 * belongs to nobody who could edit it.
 * @throws problem invalid-request
 */
export async function findChange(
  database: Database,
  about: About,
  suggestion: NewSuggestion,
): Promise<FoundChange | null> {
  const { service } = about
  const ofService = (field: string, path: string, value: unknown) => {
    const before = fieldsOf(service.values)[field]
    if (isSameValue(before, value)) throw fieldProblem(path, 'suggestion-same')
    return found('service', service, { before: { [field]: before }, after: { [field]: value } })
  }
  switch (suggestion.topic) {
    case 'eligibility':
      return ofService('eligibilityDescription', 'text', suggestion.text)
    case 'application':
      return ofService('applicationProcess', 'text', suggestion.text)
    case 'closed':
      return ofService('status', 'topic', 'defunct')
    case 'hours': {
      if (!suggestion.hours) return null
      const { key, week } = suggestion.hours
      if (!(key in service.values.hours)) throw fieldProblem('week', 'invalid')
      const change = ofService(hoursField(key), 'week', week)
      return { ...change, placeName: key === WITHOUT_PLACE ? null : placeNameOf(service, key) }
    }
    case 'phone':
      return suggestion.phone && findPhoneChange(database, about, suggestion.phone)
    case 'contact':
      return suggestion.contact && findContactChange(database, about, suggestion.contact)
    case 'address':
      return suggestion.address && findAddressChange(database, about, suggestion.address)
    default:
      return null
  }
}

/** Never of a confidential place: whoever decides may not know it. */
function placeNameOf({ places }: ServiceDocument, id: string) {
  const place = places.find((one) => one.id === id)
  return place && !place.isConfidential ? (place.name ?? place.address) : null
}

async function findPhoneChange(
  database: Database,
  { service, timeZone, reader }: About,
  { number, becomes }: NonNullable<NewSuggestion['phone']>,
): Promise<FoundChange | null> {
  if (becomes !== null && !readPhone(becomes)) throw fieldProblem('becomes', 'phone-format')
  if (becomes !== null && becomes === number) throw fieldProblem('becomes', 'suggestion-same')
  const fresh: ServicePhone = { number: becomes ?? '', extension: null, type: 'voice', description: null }
  const added = becomes === null ? [] : [fresh]
  if (number === null) return found('service', service, { before: { phones: [] }, after: { phones: added } })
  const owner = await findPhoneOwner(database, service.id, number)
  const listing = owner && (await editorOf(owner.kind, timeZone).find(database, owner.id, reader))
  const was = (listing?.values.phones as ServicePhone[] | undefined)?.find((phone) => phone.number === number)
  if (!owner || !listing || !was) return null
  const replaced = added.map((phone) => ({ ...was, number: phone.number, extension: null }))
  const placeName = owner.kind === 'location' ? placeNameOf(service, owner.id) : null
  return found(owner.kind, listing, { before: { phones: [was] }, after: { phones: replaced } }, placeName)
}

/** The listing that names this person is changed; one who is missing is added to the service. */
async function findContactChange(
  database: Database,
  { service, timeZone, reader }: About,
  { was, becomes }: NonNullable<NewSuggestion['contact']>,
): Promise<FoundChange> {
  if (isSameValue(was, becomes)) throw fieldProblem('contact.name', 'suggestion-same')
  const after = becomes ? [becomes] : []
  const named = was && (await listNamedPeople(database, service)).find(({ contact }) => isSameValue(contact, was))
  if (was && !named) throw fieldProblem('contact.name', 'suggested-contact-gone')
  const {
    listing: key,
    field,
    placeName,
  } = named ?? ({ listing: { kind: 'service', id: service.id }, field: 'contacts', placeName: null } as const)
  const listing = await editorOf(key.kind, timeZone).find(database, key.id, reader)
  if (!listing) throw fieldProblem('contact.name', 'suggested-contact-gone')
  if (becomes) requireContact('contact', becomes, listing.values)
  return found(key.kind, listing, { before: { [field]: was ? [was] : [] }, after: { [field]: after } }, placeName)
}

async function findAddressChange(
  database: Database,
  { service, timeZone, reader }: About,
  { locationId, ...after }: NonNullable<NewSuggestion['address']>,
): Promise<FoundChange | null> {
  const place = await editorOf('location', timeZone).find(database, locationId, reader)
  const isShown = service.places.some(({ id }) => id === locationId) || place?.organizationId === service.organizationId
  if (!isShown) throw fieldProblem('address1', 'invalid')
  // Where a confidential place is, stays in its own organization.
  if (!place || place.places.some(({ isConfidential }) => isConfidential)) return null
  const before = Object.fromEntries(Object.keys(after).map((field) => [field, place.values[field] ?? null]))
  if (isSameValue(before, after)) throw fieldProblem('address1', 'suggestion-same')
  const [shown] = place.places
  return found('location', place, { before, after }, shown?.name ?? shown?.address ?? null)
}
