import type { PlaceReader } from '#directory/services/server/directory-public.ts'
import type { ListingValues, PlaceOfService } from '#directory/services/service-document.ts'
import type { Database } from '#platform/server/database.ts'
import type { EditedListing } from '../listing-editing.ts'

/** A listing as it is stored, by its fields. */
export interface ListingDocument {
  id: string
  organizationId: string
  organizationName: string
  /** Whether the organization was approved. */
  isApproved: boolean
  version: number
  isListed: boolean
  assuredDate: string | null
  values: ListingValues
  places: PlaceOfService[]
  /** The version with which its history begins for this reader; 0 by default. */
  historyFrom?: number
}

interface Confirmed {
  version: number
  assuredDate: string
  renewed?: Record<string, unknown>
  adopted?: string[]
  guessed?: string[]
}

/** How one kind of listing is read and written; the rules of editing are the same for all. */
export interface ListingEditor<Edited extends EditedListing = EditedListing> {
  kind: Edited['kind']
  /** The fields of its values, besides those of which there is one for each place. */
  names: string[]
  /** With `lock`, nobody else changes it in this transaction. */
  find: (
    database: Database,
    id: string,
    reader: PlaceReader,
    options?: { lock: boolean },
  ) => Promise<ListingDocument | undefined>
  /** Lists in the order in which they are stored, so that another order is no change. */
  tidy?: (changes: ListingValues) => ListingValues
  /** Of values of an earlier version, those that can be restored. */
  restorable?: (database: Database, changes: ListingValues) => Promise<ListingValues>
  /** Rules besides those for telephone numbers and hours. @throws problem invalid-request */
  requireValid: (
    database: Database,
    wanted: Record<string, unknown>,
    present: ListingDocument,
    reader: PlaceReader,
  ) => Promise<void>
  /** @returns the new version */
  write: (database: Database, id: string, fields: Record<string, unknown>) => Promise<number>
  /**
   * Says that a person confirmed everything today.
   * @param options with `adoptsGuesses`, the person saw what the program guessed and read, and says it from now on
   * @returns what that changed besides, as `fieldsOf` gives it, which of it the person says now, and which fields stay
   * guesses
   */
  confirm: (database: Database, listing: ListingDocument, options: { adoptsGuesses: boolean }) => Promise<Confirmed>
  /** The service whose result and page show it. */
  findShown: (database: Database, listing: ListingDocument) => Promise<string | undefined>
  /** What only this kind adds for its screen. */
  more?: (
    database: Database,
    listing: ListingDocument,
    reader: PlaceReader,
  ) => Promise<Omit<Edited, keyof ListingDocument | 'fields' | 'kind'>>
}
