import type { ComponentType } from 'react'

export { ContactFields, emptyContact, filledContact } from './contacts-field.tsx'
export { useFieldWords } from './field-words.ts'
export { HoursGrid } from './hours-grid.tsx'
/** What other features may use of the editors. */
export { conflictOf, editorPath, type SaveConflict } from './listing-calls.ts'
export type { ListingFill } from './use-listing-form.ts'

/** Parts of the screen of an organization's listings from other features. */
export interface ListingParts {
  /** What waits for a decision of the organization. */
  WaitingCorrections: ComponentType<{ organizationId: string }>
}
