import type { ListingKind } from '#directory/listings/listing-change.ts'
import type { ListingEditor } from './listing-editor.ts'
import { placeEditor } from './place-editor.ts'
import { profileEditor } from './profile-editor.ts'
import { serviceEditor } from './service-editor.ts'

/** What other features may use of editing. */
export { answerConflict, publishListing, saveFields } from './change-listing.ts'
export { getEditable, getEdited } from './get-listing.ts'
export { listListingAdmins } from './listing-admins.ts'
export type { ListingDocument, ListingEditor } from './listing-editor.ts'
export { requireContact } from './require-contacts.ts'
export { confirmFields } from './verify-listing.ts'

/** How a kind of listing is read and written. */
export function editorOf(kind: ListingKind, timeZone: string): ListingEditor {
  if (kind === 'service') return serviceEditor(timeZone) as ListingEditor
  return (kind === 'location' ? placeEditor(timeZone) : profileEditor(timeZone)) as ListingEditor
}
