import { randomUUID } from 'node:crypto'
import { markEdited, recordChange } from '#directory/listings/server/listings-public.ts'
import { mayEditListing } from '#directory/services/directory-policy.ts'
import {
  findPlaceOwner,
  insertPlace,
  listPlacesOf,
  lockNewListing,
  staffOf,
} from '#directory/services/server/directory-public.ts'
import type { ListedPlace } from '#directory/services/service-document.ts'
import { lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { AddedPlace, NewService } from '../listing-editing.ts'
import { announce, wayOf } from './change-listing.ts'
import { getOwner } from './get-listing.ts'
import { writeMark } from './mark-place.ts'

/**
 * Adds a place to an organization. With an identifier of the caller, sending it again answers with the place as it is.
 * @throws problem not-found, forbidden, conflict (another organization's place has this identifier), invalid-request
 */
export const addPlace = (database: Database, actor: Actor, given: AddedPlace): Promise<ListedPlace> =>
  database.transaction().execute(async (transaction) => {
    const { organizationId, id = randomUUID(), ...place } = given
    const owner = await getOwner(transaction, actor, organizationId)
    if (!mayEditListing(actor, owner)) throw problem('forbidden')
    await lockOrganization(transaction, owner.id)
    await lockNewListing(transaction, id)
    const known = await findPlaceOwner(transaction, id)
    if (known !== undefined && known !== owner.id) throw problem('conflict')
    if (known === undefined) await insertNewPlace(transaction, actor, { id, organizationId: owner.id }, place)
    const listed = (await listPlacesOf(transaction, owner.id, staffOf(actor))).find((one) => one.id === id)
    if (!listed) throw problem('not-found')
    return listed
  })

/** Writes a new place with its history; that it is confidential is recorded like a mark set later. @returns its id */
export async function insertNewPlace(
  transaction: Database,
  actor: Actor,
  { id, organizationId }: { id: string; organizationId: string },
  { isConfidential, ...place }: NonNullable<NewService['newPlace']>,
) {
  await insertPlace(transaction, { id, organizationId }, place)
  const key = { kind: 'location', id } as const
  const after = Object.fromEntries(Object.entries(place).filter(([, text]) => text))
  const by = { accountId: actor.accountId, how: wayOf(actor, { organizationId }) }
  await recordChange(transaction, key, {
    ...{ version: 1, cause: 'added', before: {}, after, accountId: actor.accountId },
  })
  await markEdited(transaction, key, Object.keys(after), by)
  await announce(transaction, actor, 'location', { id, organizationId }, 'added', { version: 1 })
  if (isConfidential) await writeMark(transaction, actor, { id, organizationId }, true)
  return id
}
