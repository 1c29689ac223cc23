import { randomUUID } from 'node:crypto'
import type { ListingKey } from '#directory/listings/listing-change.ts'
import { listChangesAfter, markEdited, recordChange } from '#directory/listings/server/listings-public.ts'
import { mayEditListing } from '#directory/services/directory-policy.ts'
import {
  findPlaceOwner,
  insertPlace,
  listPlacesOf,
  lockNewListing,
  lockSearchRows,
  staffOf,
} from '#directory/services/server/directory-public.ts'
import type { ListedPlace } from '#directory/services/service-document.ts'
import { lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { AddedPlace, NewService } from '../listing-editing.ts'
import { announce, saveFields, wayOf } from './change-listing.ts'
import { getOwner } from './get-listing.ts'
import type { ListingEditor } from './listing-editor.ts'
import { writeMark } from './mark-place.ts'

type PlaceToAdd = NonNullable<NewService['newPlace']>

/**
 * Adds a place to an organization. With an identifier of the caller, sending it again adds nothing.
 * @throws problem not-found, forbidden, conflict (another organization's place has this identifier), invalid-request
 */
export const addPlace = (editor: ListingEditor, database: Database, actor: Actor, given: AddedPlace) =>
  database.transaction().execute(async (transaction): Promise<ListedPlace> => {
    const { organizationId, ...place } = given
    const owner = await getOwner(transaction, actor, organizationId)
    if (!mayEditListing(actor, owner)) throw problem('forbidden')
    await lockOrganization(transaction, owner.id)
    const id = await putNewPlace(editor, transaction, actor, owner.id, place)
    const listed = await findListed(transaction, actor, { id, organizationId: owner.id })
    if (!listed) throw problem('not-found')
    return listed
  })

const findListed = async (
  transaction: Database,
  actor: Actor,
  { id, organizationId }: { id: string; organizationId: string },
) => (await listPlacesOf(transaction, organizationId, staffOf(actor))).find((one) => one.id === id)

/**
 * Writes a new place, or what was corrected before it was sent again. Call it with the organization locked.
 * @returns its id
 * @throws problem conflict, invalid-request
 */
export async function putNewPlace(
  editor: ListingEditor,
  transaction: Database,
  actor: Actor,
  organizationId: string,
  { id = randomUUID(), ...place }: PlaceToAdd,
) {
  await lockNewListing(transaction, id)
  const known = await findPlaceOwner(transaction, id)
  if (known !== undefined && known !== organizationId) throw problem('conflict')
  if (known === undefined) return insertNewPlace(transaction, actor, { id, organizationId }, place)
  await correctPlace(editor, transaction, actor, { id, organizationId }, place)
  return id
}

/** Whether nobody changed a listing since it was added, besides that it may be confidential from the start. */
export const isAsAdded = async (transaction: Database, key: ListingKey) =>
  (await listChangesAfter(transaction, key, 0)).every(
    ({ cause, fields }) => cause === 'added' || fields.every((field) => field === 'isConfidential'),
  )

/** The first answer got lost, and the person went on typing; what anybody changed since it was added stays. */
async function correctPlace(
  editor: ListingEditor,
  transaction: Database,
  actor: Actor,
  own: { id: string; organizationId: string },
  { isConfidential, ...changes }: Omit<PlaceToAdd, 'id'>,
) {
  // A refresh of the search that has read the name of the place would write it back.
  if (isConfidential) await lockSearchRows(transaction)
  if (!(await isAsAdded(transaction, { kind: 'location', id: own.id }))) return
  const present = await editor.find(transaction, own.id, staffOf(actor), { lock: true })
  if (!present) return
  await saveFields(editor, transaction, actor, own.id, { version: present.version, changes }, 'edit')
  const listed = await findListed(transaction, actor, own)
  if (listed && listed.isConfidential !== isConfidential) await writeMark(transaction, actor, own, isConfidential)
}

/** Writes a new place with its history; that it is confidential is recorded like a mark set later. @returns its id */
async function insertNewPlace(
  transaction: Database,
  actor: Actor,
  { id, organizationId }: { id: string; organizationId: string },
  { isConfidential, ...place }: Omit<PlaceToAdd, 'id'>,
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
