import { z } from 'zod'
import { listingKinds } from '#directory/listings/listing-change.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { suggestionSources, suggestionStates, suggestionTopics } from '../suggestion.ts'

const values = z.record(z.string(), z.unknown()).nullable()

const ListingSuggestionRow = z.object({
  id: Id,
  serviceId: Id,
  organizationId: Id,
  topic: z.enum(suggestionTopics),
  kind: z.enum(listingKinds).nullable(),
  listingId: Id.nullable(),
  version: z.number().int().nullable(),
  before: values,
  after: values,
  placeName: z.string().nullable(),
  proposed: z.string().nullable(),
  note: z.string().nullable(),
  source: z.enum(suggestionSources),
  suggestedBy: Id.nullable(),
  suggesterEmail: z.string().nullable(),
  suggesterLanguage: z.enum(['en', 'es']),
  suggestedOn: Timestamp,
  state: z.enum(suggestionStates),
  reason: z.string().nullable(),
  decidedBy: Id.nullable(),
  decidedOn: Timestamp.nullable(),
})
export type ListingSuggestionRow = z.infer<typeof ListingSuggestionRow>

/** The tables that only this feature writes. */
export const suggestionsTables: Record<string, z.ZodObject> = { listing_suggestion: ListingSuggestionRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    listingSuggestion: TableFor<
      ListingSuggestionRow,
      'id' | 'source' | 'suggesterLanguage' | 'suggestedOn' | 'state' | 'reason' | 'decidedBy' | 'decidedOn'
    >
  }
}
