import type { ListingKey } from '#directory/listings/listing-change.ts'
import {
  listContacts,
  listContactsOfPlaces,
  type ServiceDocument,
} from '#directory/services/server/directory-public.ts'
import { type ContactLine, contactsField } from '#directory/services/service-document.ts'
import type { Database } from '#platform/server/database.ts'

/** Somebody to ask for whom the page of a service names, and in which field of which listing. */
interface Named {
  listing: ListingKey
  field: string
  /** Null for the service and the organization themselves. */
  placeName: string | null
  contact: ContactLine
}

/** Whom to ask for, of a service, its places and its organization; not at a confidential place, also for those who know it. */
export async function listNamedPeople(database: Database, service: ServiceDocument): Promise<Named[]> {
  const { id, organizationId, values, places } = service
  const open = places.filter(({ isConfidential }) => !isConfidential)
  const atPlaces = await listContactsOfPlaces(
    database,
    open.map((place) => place.id),
  )
  const named = (listing: ListingKey, field: string, people: ContactLine[], placeName: string | null) =>
    people.map((contact): Named => ({ listing, field, placeName, contact }))
  const ofService = { kind: 'service', id } as const
  return [
    ...named(ofService, 'contacts', values.contacts, null),
    ...open.flatMap((place) => {
      const placeName = place.name ?? place.address
      return [
        ...named(ofService, contactsField(place.id), values.contactsAt[place.id] ?? [], placeName),
        ...named({ kind: 'location', id: place.id }, 'contacts', atPlaces.get(place.id) ?? [], placeName),
      ]
    }),
    ...named(
      { kind: 'organization', id: organizationId },
      'contacts',
      await listContacts(database, { organizationId }),
      null,
    ),
  ]
}
