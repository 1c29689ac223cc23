/** What other features may use of the history of listings. */
export { isFieldEdited, listEditedFields, listFieldStates, markEdited, markVerified } from './listing-fields.ts'
export { listChanges, listChangesAfter, recordChange, recordImported } from './listing-history.ts'
