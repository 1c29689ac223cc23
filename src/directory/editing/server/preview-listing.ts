import { anybody, findServiceDetail, listServiceItems } from '#directory/services/server/directory-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { ListingPreview, ListingSave } from '../listing-editing.ts'
import { answerConflict, saveFields } from './change-listing.ts'
import type { ListingEditor } from './listing-editor.ts'

/** Ends a transaction that must leave nothing behind. */
class TakenBack extends Error {}

/**
 * What the directory would show if these changes were saved: they are saved, read as everybody reads them, and taken
 * back, so that the preview cannot differ.
 * @throws what `changeListing` throws
 */
export const previewListing = (
  editor: ListingEditor,
  database: Database,
  actor: Actor,
  id: string,
  { save, timeZone }: { save: ListingSave; timeZone: string },
): Promise<ListingPreview> =>
  answerConflict(editor, database, actor, id, async () => {
    let preview: ListingPreview = { item: null, detail: null }
    await database
      .transaction()
      .execute(async (transaction) => {
        const listing = await saveFields(editor, transaction, actor, id, save, 'edit')
        const shown = await editor.findShown(transaction, listing)
        if (shown) {
          const [item] = await listServiceItems(transaction, [shown], null, timeZone, anybody)
          preview = {
            detail: (await findServiceDetail(transaction, shown, timeZone, anybody)) ?? null,
            item: item ?? null,
          }
        }
        throw new TakenBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error
      })
    return preview
  })
