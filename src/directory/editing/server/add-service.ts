import { randomUUID } from 'node:crypto'
import { markEdited, recordChange } from '#directory/listings/server/listings-public.ts'
import { mayEditListing } from '#directory/services/directory-policy.ts'
import {
  findServiceDocument,
  insertService,
  listPlacesOf,
  listRemovedPlaces,
  listServicesOf,
  lockNewListing,
  staffOf,
} from '#directory/services/server/directory-public.ts'
import { lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { EditedService, Listings, NewService } from '../listing-editing.ts'
import { isAsAdded, putNewPlace } from './add-place.ts'
import { announce, saveFields, wayOf } from './change-listing.ts'
import { getEditable, getEdited, getOwner } from './get-listing.ts'
import type { ListingDocument, ListingEditor } from './listing-editor.ts'

/** The services and places of an organization. @throws problem not-found, forbidden */
export async function getListings(
  database: Database,
  actor: Actor,
  organizationId: string | undefined,
  timeZone: string,
): Promise<Listings> {
  const owner = await getOwner(database, actor, organizationId)
  const mayEdit = mayEditListing(actor, owner)
  if (!mayEdit && owner.id !== actor.organizationId) throw problem('forbidden')
  return {
    organization: { id: owner.id, name: owner.name, mayEdit },
    services: await listServicesOf(database, owner.id, timeZone),
    places: await listPlacesOf(database, owner.id, staffOf(actor)),
    removedPlaces: mayEdit ? await listRemovedPlaces(database, owner.id, staffOf(actor)) : [],
  }
}

interface Editors {
  services: ListingEditor<EditedService>
  places: ListingEditor
}

/**
 * Adds a service at places of its organization, one of them perhaps new. With an identifier of the caller, sending it
 * again adds nothing: it saves what was corrected in between, unless somebody changed the service since.
 * @throws problem forbidden, invalid-request, conflict (another organization's service has this identifier)
 */
export const addService = (
  { services: editor, places }: Editors,
  database: Database,
  actor: Actor,
  given: NewService,
) =>
  database.transaction().execute(async (transaction) => {
    const { organizationId, locationIds, newPlace, name, id: chosenId = randomUUID(), ...texts } = given
    const owner = await getOwner(transaction, actor, organizationId)
    if (!mayEditListing(actor, owner)) throw problem('forbidden')
    await lockOrganization(transaction, owner.id)
    await lockNewListing(transaction, chosenId)
    const known = await findServiceDocument(transaction, chosenId, staffOf(actor))
    if (known && known.organizationId !== owner.id) throw problem('conflict')
    if (known) {
      await correctService({ services: editor, places }, transaction, actor, known, given)
      return getEdited(editor, transaction, actor, chosenId)
    }
    const own = new Set((await listPlacesOf(transaction, owner.id, staffOf(actor))).map((place) => place.id))
    if (!locationIds.every((id) => own.has(id))) throw fieldProblem('locationIds', 'invalid')
    const added = newPlace ? [await putNewPlace(places, transaction, actor, owner.id, newPlace)] : []
    const service = { id: chosenId, organizationId: owner.id, name }
    const id = await insertService(transaction, service, [...new Set(locationIds), ...added])
    const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
    const version = await editor.write(transaction, id, filled)
    const after = { name, ...filled }
    const by = { accountId: actor.accountId, how: wayOf(actor, owner) }
    await recordChange(
      transaction,
      { kind: 'service', id },
      { version, cause: 'added', before: {}, after, accountId: actor.accountId },
    )
    await markEdited(transaction, { kind: 'service', id }, Object.keys(after), by)
    await announce(transaction, actor, 'service', { id, organizationId: owner.id }, 'added', { version })
    return getEdited(editor, transaction, actor, id)
  })

/** The first answer got lost, and the person went on typing; what anybody changed since it was added stays. */
async function correctService(
  { services, places }: Editors,
  transaction: Database,
  actor: Actor,
  { id, organizationId }: ListingDocument,
  { id: _, organizationId: __, locationIds, newPlace, ...texts }: NewService,
) {
  if (!(await isAsAdded(transaction, { kind: 'service', id }))) return
  // Without an identifier, nobody knows which place it is.
  const isKnown = !newPlace || newPlace.id !== undefined
  const added = newPlace?.id ? [await putNewPlace(places, transaction, actor, organizationId, newPlace)] : []
  const changes = { ...texts, ...(isKnown ? { locationIds: [...locationIds, ...added] } : {}) }
  const { version } = await getEditable(services as ListingEditor, transaction, actor, id, { lock: true })
  await saveFields(services as ListingEditor, transaction, actor, id, { version, changes }, 'edit')
}
