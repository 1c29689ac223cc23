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
import { insertNewPlace } from './add-place.ts'
import { announce, wayOf } from './change-listing.ts'
import { getEdited, getOwner } from './get-listing.ts'
import type { ListingEditor } from './listing-editor.ts'

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

/**
 * Adds a service at places of its organization, one of them perhaps new. With an identifier of the caller, sending it
 * again answers with the service as it is.
 * @throws problem forbidden, invalid-request, conflict (another organization's service has this identifier)
 */
export const addService = (editor: ListingEditor<EditedService>, database: Database, actor: Actor, given: NewService) =>
  database.transaction().execute(async (transaction) => {
    const { organizationId, locationIds, newPlace, name, id: chosenId = randomUUID(), ...texts } = given
    const owner = await getOwner(transaction, actor, organizationId)
    if (!mayEditListing(actor, owner)) throw problem('forbidden')
    await lockOrganization(transaction, owner.id)
    await lockNewListing(transaction, chosenId)
    const known = await findServiceDocument(transaction, chosenId, staffOf(actor))
    if (known && known.organizationId !== owner.id) throw problem('conflict')
    if (known) return getEdited(editor, transaction, actor, chosenId)
    const own = new Set((await listPlacesOf(transaction, owner.id, staffOf(actor))).map((place) => place.id))
    if (!locationIds.every((id) => own.has(id))) throw fieldProblem('locationIds', 'invalid')
    const added = newPlace
      ? [await insertNewPlace(transaction, actor, { id: randomUUID(), organizationId: owner.id }, newPlace)]
      : []
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
