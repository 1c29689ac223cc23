import { listFieldStates } from '#directory/listings/server/listings-public.ts'
import { mayEditListing } from '#directory/services/directory-policy.ts'
import { staffOf } from '#directory/services/server/directory-public.ts'
import {
  findMergedOrganization,
  findOrganizationOwner,
  lockOrganization,
} from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { EditedListing } from '../listing-editing.ts'
import type { ListingDocument, ListingEditor } from './listing-editor.ts'

/** The organization whose listings are meant: the actor's own by default. @throws problem not-found */
export async function getOwner(database: Database, actor: Actor, organizationId: string | undefined) {
  const id = organizationId ?? actor.organizationId
  // Of a merged one, the one into which it was merged.
  const stays = id && ((await findMergedOrganization(database, id)) ?? id)
  const organization = stays ? await findOrganizationOwner(database, stays) : undefined
  if (!organization) throw problem('not-found')
  return {
    id: organization.id,
    name: organization.name,
    organizationId: organization.id,
    isApproved: organization.standing === 'verified',
  }
}

/**
 * A listing that the actor may edit; with `lock`, until the end of the transaction by nobody else.
 * @throws problem not-found, forbidden
 */
export async function getEditable(
  editor: ListingEditor,
  database: Database,
  actor: Actor,
  id: string,
  options?: { lock: boolean },
): Promise<ListingDocument> {
  // A place or a profile changes the search rows of many services: two such edits, or previews, would each wait for what
  // the other has locked. So those of one organization wait for each other first.
  if (options?.lock) await lockOrganization(database, (await getEditable(editor, database, actor, id)).organizationId)
  const listing = await editor.find(database, id, staffOf(actor), options)
  const isOwn = listing?.organizationId === actor.organizationId
  if (!listing || !(listing.isListed || isOwn || mayEditListing(actor, listing))) throw problem('not-found')
  if (!mayEditListing(actor, listing)) throw problem('forbidden')
  return listing
}

/** A listing as its editor shows it. @throws problem not-found, forbidden */
export async function getEdited<Edited extends EditedListing>(
  editor: ListingEditor<Edited>,
  database: Database,
  actor: Actor,
  id: string,
): Promise<Edited> {
  const document = await getEditable(editor, database, actor, id)
  const { isApproved: _, ...listing } = document
  const fields = await listFieldStates(database, { kind: editor.kind, id })
  return {
    kind: editor.kind,
    ...listing,
    fields,
    ...(await editor.more?.(database, document, staffOf(actor))),
  } as unknown as Edited
}
