import { markEdited, recordChange } from '#directory/listings/server/listings-public.ts'
import { mayEditListing } from '#directory/services/directory-policy.ts'
import {
  attachPlace,
  detachPlace,
  findPlaceOwner,
  findRemovedPlace,
  findServiceDocument,
  lockServicesAt,
  staffOf,
} from '#directory/services/server/directory-public.ts'
import { findOrganizationOwner, lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Removal } from '../listing-editing.ts'
import { announce, saveFields, wayOf } from './change-listing.ts'
import { editingProblem } from './editing-problem.ts'
import { getEditable } from './get-listing.ts'
import type { ListingEditor } from './listing-editor.ts'

interface Editors {
  places: ListingEditor
  services: ListingEditor
}

/**
 * Removes a place, or brings it back; one that is gone or there already stays so. Its services lose it and get it back,
 * each with a change in its own history.
 * @throws problem not-found, forbidden, stale-version, place-shared
 */
export const removePlace = (editors: Editors, database: Database, actor: Actor, id: string, given: Removal) =>
  database
    .transaction()
    .execute((transaction) => (given.isRemoved ? remove : bringBack)(editors, transaction, actor, id, given.version))

async function remove({ places, services }: Editors, transaction: Database, actor: Actor, id: string, version: number) {
  // The order in which edits and imports lock too: the organization, its services, the place.
  const organizationId = await findPlaceOwner(transaction, id)
  if (organizationId) await lockOrganization(transaction, organizationId)
  else if (await getRemoved(transaction, actor, id)) return
  const here = await lockServicesAt(transaction, id)
  const place = await getEditable(places, transaction, actor, id, { lock: true })
  if (place.version !== version) throw problem('stale-version')
  if (here.some((service) => service.organizationId !== place.organizationId)) throw editingProblem('place-shared')
  for (const service of here)
    await changePlaces(services, transaction, actor, service.id, (ids) => ids.filter((one) => one !== id))
  await record(transaction, actor, place, await detachPlace(transaction, id), true)
}

async function bringBack(
  { places, services }: Editors,
  transaction: Database,
  actor: Actor,
  id: string,
  version: number,
) {
  const seen = await findRemovedPlace(transaction, id)
  if (!seen?.removedFrom) return void (await getEditable(places, transaction, actor, id))
  await lockOrganization(transaction, seen.removedFrom)
  const place = await getRemoved(transaction, actor, id, { lock: true })
  if (place?.version !== version) throw problem('stale-version')
  const attached = await attachPlace(transaction, id)
  await record(transaction, actor, { id, organizationId: seen.removedFrom }, attached.version, false)
  for (const service of attached.serviceIds)
    await changePlaces(services, transaction, actor, service, (ids) => [...ids, id])
}

/**
 * A removed place that the actor may bring back; undefined if it is not removed. Of a confidential one of others, nobody
 * learns that it is there.
 * @throws problem not-found, forbidden
 */
async function getRemoved(transaction: Database, actor: Actor, id: string, options?: { lock: boolean }) {
  const place = await findRemovedPlace(transaction, id, options)
  const owner = place?.removedFrom ? await findOrganizationOwner(transaction, place.removedFrom) : undefined
  if (!place || !owner) return undefined
  if (place.isConfidential && !staffOf(actor).organizationIds.includes(owner.id)) throw problem('not-found')
  if (!mayEditListing(actor, { organizationId: owner.id, isApproved: owner.standing === 'verified' }))
    throw problem('forbidden')
  return place
}

/** Changes where a service is given, in the same transaction as its place. */
async function changePlaces(
  services: ListingEditor,
  transaction: Database,
  actor: Actor,
  serviceId: string,
  change: (locationIds: string[]) => string[],
) {
  const service = await findServiceDocument(transaction, serviceId, staffOf(actor))
  if (!service) return
  const changes = { locationIds: change(service.values.locationIds) }
  await saveFields(services, transaction, actor, serviceId, { version: service.version, changes }, 'edit')
}

async function record(
  transaction: Database,
  actor: Actor,
  place: { id: string; organizationId: string },
  version: number,
  isRemoved: boolean,
) {
  const { id, organizationId } = place
  const key = { kind: 'location', id } as const
  await recordChange(transaction, key, {
    ...{ version, cause: 'edit', accountId: actor.accountId },
    before: { isRemoved: !isRemoved },
    after: { isRemoved },
  })
  await markEdited(transaction, key, ['isRemoved'], { accountId: actor.accountId, how: wayOf(actor, place) })
  const what = isRemoved ? 'removed' : 'brought-back'
  await announce(transaction, actor, 'location', { id, organizationId }, what, { version })
}
