import { z } from 'zod'
import { Timestamp } from '#platform/schema/fields.ts'

export const listingKinds = ['organization', 'service', 'location'] as const
export type ListingKind = (typeof listingKinds)[number]
/** A listing: its kind and its id. */
export interface ListingKey {
  kind: ListingKind
  id: string
}
export const changeCauses = ['added', 'edit', 'restore', 'verification', 'import', 'merge', 'split', 'undo'] as const
/** Who confirmed a field: its own organization, or the platform's staff from documents or by telephone. */
export const verificationWays = ['own-organization', 'data-manager', 'phone-call'] as const
export type VerificationWay = (typeof verificationWays)[number]

/** Values of a listing by field. */
export type FieldValues = Record<string, unknown>

/** One change of a listing, as the history shows it. */
export const ListingChange = z.object({
  version: z.number().int(),
  changedOn: Timestamp,
  cause: z.enum(changeCauses),
  /** Null for an import, and where one is undone. */
  changedBy: z.string().nullable(),
  fields: z.array(z.string()),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type ListingChange = z.infer<typeof ListingChange>

/** Who edited and who confirmed one field, and when. */
export const FieldState = z.object({
  field: z.string(),
  editedOn: Timestamp.nullable(),
  editedBy: z.string().nullable(),
  verifiedOn: Timestamp.nullable(),
  verifiedBy: z.string().nullable(),
  verifiedHow: z.enum(verificationWays).nullable(),
})
export type FieldState = z.infer<typeof FieldState>
