import { findServiceDetail, listServiceItems } from '#directory/services/server/directory-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ServicePreview, ServiceSave } from '../service-editing.ts'
import { answerConflict, saveFields } from './change-service.ts'

/** Ends a transaction that must leave nothing behind. */
class TakenBack extends Error {}

/**
 * What the directory would show if these changes were saved: they are saved, read as everybody reads them, and taken
 * back, so that the preview cannot differ.
 * @throws what `changeService` throws
 */
export const previewService = (
  database: Database,
  actor: Actor,
  id: string,
  save: ServiceSave,
  timeZone: string,
): Promise<ServicePreview> =>
  answerConflict(database, actor, id, async () => {
    let preview: ServicePreview | null = null
    await database
      .transaction()
      .execute(async (transaction) => {
        await saveFields(transaction, actor, id, save, 'edit')
        const detail = await findServiceDetail(transaction, id, timeZone)
        const [item] = await listServiceItems(transaction, [id], null, timeZone)
        if (detail) preview = { detail, item: item ?? null }
        throw new TakenBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error
      })
    if (!preview) throw problem('not-found')
    return preview
  })
