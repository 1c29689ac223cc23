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
