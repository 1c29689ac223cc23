/** What other features may use of the history of listings. */
export { isFieldEdited, listEditedFields, listFieldStates, markEdited, markVerified } from './listing-fields.ts'
export {
  findShownAgain,
  lastConfirmed,
  listChanges,
  listChangesAfter,
  recordChange,
  recordImported,
  recordProfile,
} from './listing-history.ts'
export type { ListingMerge } from './listing-merges.ts'
export {
  endMerge,
  hasMergedListings,
  insertMerge,
  isInMerge,
  isTaken,
  listHeldFields,
  listMerges,
  lockMerge,
  updateMerge,
} from './listing-merges.ts'
export type { TakenField } from './listings-tables.ts'
