import type { ListingKind } from '#directory/listings/listing-change.ts'
import { recordChange, type TakenField } from '#directory/listings/server/listings-public.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'

/** One of two listings that are merged. */
export interface MergedListing {
  id: string
  organizationId: string
  name: string
  version: number
  /** Whether its organization was approved. */
  isApproved: boolean
  /** What is compared, and can be taken. */
  fields: Record<string, unknown>
}
export type Pair = Record<'stays' | 'gone', MergedListing>

/** How listings of one kind are merged. */
export interface Merger {
  kind: ListingKind
  /** Both, in the order in which edits and imports lock too: their organizations, then they themselves. */
  lock: (transaction: Database, ids: string[]) => Promise<Map<string, MergedListing>>
  find: (database: Database, id: string) => Promise<MergedListing | undefined>
  /** Rules besides those for all kinds. @throws problem */
  requireMergeable: (transaction: Database, pair: Pair, take: string[]) => Promise<void>
  /** What is written besides the fields that were taken. */
  withParts?: (write: Record<string, unknown>, pair: Pair) => Record<string, unknown>
  /** Writes fields of the one that stays. @returns its new version */
  write: (transaction: Database, id: string, fields: Record<string, unknown>) => Promise<number>
  /** Its fields as its editor and its history name them. */
  asListed?: (id: string, fields: Record<string, unknown>) => Record<string, unknown>
  /** Remembers besides what it needs to give back what it took. */
  keep?: (transaction: Database, id: string, taken: Record<string, TakenField>) => Promise<Record<string, TakenField>>
  /** After these fields were given back. */
  restore?: (
    transaction: Database,
    id: string,
    fields: Record<string, unknown>,
    taken: Record<string, TakenField>,
  ) => Promise<void>
  /** Other merges that cannot stand without this one: the listings of other kinds that went away. */
  listDependent?: (transaction: Database, pair: Pair) => Promise<{ kind: ListingKind; id: string }[]>
  /** Lets the other one stand for the one that went away. @returns the new version of that */
  hide: (transaction: Database, pair: Pair, accountId: string) => Promise<number>
  /** Shows it by itself again. @returns its new version */
  show: (transaction: Database, pair: Pair, accountId: string) => Promise<number>
  /** What it was merged into; undefined if it was not merged, or is deleted. */
  findStanding: (database: Database, id: string) => Promise<string | undefined>
  /** Whether the sources of the one that went away may change what the other one says. */
  mayFollow: (stays: MergedListing) => boolean
}

/** Two listings of a map. @throws problem not-found */
export function pairIn(found: Map<string, MergedListing>, stays: string, gone: string): Pair {
  const [one, other] = [found.get(stays), found.get(gone)]
  if (!one || !other) throw problem('not-found')
  return { stays: one, gone: other }
}

interface Written {
  listing: MergedListing
  /** What it said before, besides its fields. */
  before?: Record<string, unknown>
  fields: Record<string, unknown>
  cause: 'merge' | 'split' | 'import'
  accountId: string | null
}

/** Writes fields of the listing that stays, with its history. */
export async function writeStaying(transaction: Database, merger: Merger, written: Written) {
  const { listing, fields, cause, accountId } = written
  const { mergedFrom: _, ...values } = fields
  const was = { ...listing.fields, ...written.before }
  const named = (given: Record<string, unknown>) => merger.asListed?.(listing.id, given) ?? given
  const version = await merger.write(transaction, listing.id, values)
  await recordChange(
    transaction,
    { kind: merger.kind, id: listing.id },
    {
      ...{ version, cause, accountId },
      before: named(Object.fromEntries(Object.keys(fields).map((field) => [field, was[field] ?? null]))),
      after: named(fields),
    },
  )
}
