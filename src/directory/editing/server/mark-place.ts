import { markEdited, recordChange } from '#directory/listings/server/listings-public.ts'
import { mayEditListing, mayUnmarkPlace } from '#directory/services/directory-policy.ts'
import {
  findPlaceOwner,
  listMergedInto,
  listPlacesOf,
  lockPlace,
  lockSearchRows,
  staffOf,
  writeConfidential,
} from '#directory/services/server/directory-public.ts'
import type { ListedPlace } from '#directory/services/service-document.ts'
import { findOrganizationOwner, lockOrganization } from '#identity/organizations/server/organizations-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Confidentiality } from '../listing-editing.ts'
import { publishListing, wayOf } from './change-listing.ts'

/**
 * Says whether where a place is, is kept from others. Only its own organization shows it again.
 * @throws problem not-found, forbidden, stale-version
 */
export const markPlace = (
  database: Database,
  actor: Actor,
  id: string,
  { version, isConfidential }: Confidentiality,
): Promise<ListedPlace> =>
  database.transaction().execute(async (transaction) => {
    // A refresh of the search that has read the name of the place would write it back.
    await lockSearchRows(transaction)
    const organizationId = await findPlaceOwner(transaction, id)
    if (organizationId) await lockOrganization(transaction, organizationId)
    const place = await lockPlace(transaction, id)
    const owner = place?.organizationId ? await findOrganizationOwner(transaction, place.organizationId) : undefined
    if (!place || !owner) throw problem('not-found')
    const listing = { organizationId: owner.id, isApproved: owner.standing === 'verified' }
    if (!mayEditListing(actor, listing) || !(isConfidential || mayUnmarkPlace(actor, listing)))
      throw problem('forbidden')
    if (place.isConfidential !== isConfidential) {
      if (place.version !== version) throw problem('stale-version')
      await writeMark(transaction, actor, { id, organizationId: owner.id }, isConfidential)
    }
    const listed = (await listPlacesOf(transaction, owner.id, staffOf(actor))).find((one) => one.id === id)
    if (!listed) throw problem('not-found')
    return listed
  })

interface OwnPlace {
  id: string
  organizationId: string
}

/** Marks a place, and those merged into it: they are the same house. */
export async function writeMark(transaction: Database, actor: Actor, place: OwnPlace, isConfidential: boolean) {
  await writeOneMark(transaction, actor, place, isConfidential)
  for (const merged of await listMergedInto(transaction, place.id))
    if (merged.isConfidential !== isConfidential)
      await writeOneMark(transaction, actor, { ...place, id: merged.id }, isConfidential)
}

/** The history names the mark alone: it holds no address. */
async function writeOneMark(transaction: Database, actor: Actor, place: OwnPlace, isConfidential: boolean) {
  const { id } = place
  const key = { kind: 'location', id } as const
  const version = await writeConfidential(transaction, id, isConfidential)
  await recordChange(transaction, key, {
    ...{ version, cause: 'edit', accountId: actor.accountId },
    before: { isConfidential: !isConfidential },
    after: { isConfidential },
  })
  await markEdited(transaction, key, ['isConfidential'], { accountId: actor.accountId, how: wayOf(actor, place) })
  await recordAudit(transaction, {
    actorId: actor.accountId,
    action: isConfidential ? 'place-marked-confidential' : 'place-shown-again',
    subjectType: 'location',
    subjectId: id,
    detail: { version },
  })
  await publishListing(transaction, 'location', place)
}
