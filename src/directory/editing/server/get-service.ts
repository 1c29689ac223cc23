import { listFieldStates } from '#directory/listings/server/listings-public.ts'
import { mayEditListing } from '#directory/services/directory-policy.ts'
import { findServiceDocument } from '#directory/services/server/directory-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { EditedService } from '../service-editing.ts'

/**
 * A service that the actor may edit; with `lock`, until the end of the transaction by nobody else.
 * @throws problem not-found, forbidden
 */
export async function getEditableService(database: Database, actor: Actor, id: string, options?: { lock: boolean }) {
  const service = await findServiceDocument(database, id, options)
  const isOwn = service?.organizationId === actor.organizationId
  if (!service || !(service.isListed || isOwn || mayEditListing(actor, service))) throw problem('not-found')
  if (!mayEditListing(actor, service)) throw problem('forbidden')
  return service
}

/** A service as its editor shows it. @throws problem not-found, forbidden */
export async function getEditedService(database: Database, actor: Actor, id: string): Promise<EditedService> {
  const { isApproved: _, ...service } = await getEditableService(database, actor, id)
  return { ...service, fields: await listFieldStates(database, { kind: 'service', id }) }
}
