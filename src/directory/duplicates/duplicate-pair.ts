import { z } from 'zod'
import { EditedPlace, EditedProfile, EditedService } from '#directory/editing/listing-editing.ts'
import { listingKinds } from '#directory/listings/listing-change.ts'
import { Id, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'

/** Why two listings may be the same one. */
export const likenessReasons = [
  'name',
  'similarName',
  'organization',
  'phone',
  'address',
  'website',
  'email',
  'zip',
] as const
export type LikenessReason = (typeof likenessReasons)[number]
export const likenessLevels = ['possible', 'likely', 'very-likely'] as const
export type LikenessLevel = (typeof likenessLevels)[number]

/** Open: nobody decided yet. Later: not before a month. Different: never proposed again. */
export const pairStates = ['open', 'later', 'different', 'merged'] as const
export type PairState = (typeof pairStates)[number]
/** For this many days after "Later", a pair is not listed. */
export const LATER_DAYS = 30

/** One of two listings, as everybody may read it. */
export const PairSide = z.object({
  id: Id,
  name: z.string().nullable(),
  organizationId: Id,
  /** Null if its source does not name it. */
  organizationName: z.string().nullable(),
  /** The import that it came from; null if it was entered here. */
  sourceName: z.string().nullable(),
  address: z.string().nullable(),
  phones: z.array(z.string()),
})
export type PairSide = z.infer<typeof PairSide>

/** Two listings that may be the same one. */
export const DuplicatePair = z.object({
  id: Id,
  kind: z.enum(listingKinds),
  state: z.enum(pairStates),
  level: z.enum(likenessLevels),
  reasons: z.array(z.enum(likenessReasons)),
  sides: z.array(PairSide).length(2),
  decidedBy: z.string().nullable(),
  decidedOn: Timestamp.nullable(),
})
export type DuplicatePair = z.infer<typeof DuplicatePair>
export const DuplicatePage = pageOf(DuplicatePair)
export type DuplicatePage = z.infer<typeof DuplicatePage>

export const DuplicateQuery = PageQuery.extend({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  state: z.enum(pairStates).default('open'),
  kind: z.enum(listingKinds).optional(),
})

/** What a data manager says about a pair; open: it is proposed again. */
export const PairDecision = z.object({ state: z.enum(['open', 'later', 'different']) })
export type PairDecision = z.infer<typeof PairDecision>

/** What the listing that stays takes of the other one: its value, or what its list has besides. All else stays. */
export const PairMerge = z.object({
  /** The listing that stays. */
  stays: Id,
  /** The versions that were compared, by listing. */
  versions: z.record(Id, z.number().int()),
  take: z.array(z.string().max(100)).max(100),
})
export type PairMerge = z.infer<typeof PairMerge>

/** Two listings of which one went away. */
export const MergedPair = z.object({
  id: Id,
  kind: z.enum(listingKinds),
  /** A place may have no name. */
  stays: z.object({ id: Id, name: z.string().nullable() }),
  gone: z.object({ id: Id, name: z.string().nullable() }),
  mergedBy: z.string().nullable(),
  mergedOn: Timestamp,
})
export type MergedPair = z.infer<typeof MergedPair>
export const MergedPage = pageOf(MergedPair)
export type MergedPage = z.infer<typeof MergedPage>
export const MergedQuery = DuplicateQuery.pick({ limit: true, cursor: true, kind: true })

/** Both listings of a pair as they are edited. */
export const PairComparison = z.object({
  pair: DuplicatePair,
  listings: z.array(z.discriminatedUnion('kind', [EditedService, EditedProfile, EditedPlace])),
  /** The fields in which they differ. */
  fields: z.array(z.string()),
})
export type PairComparison = z.infer<typeof PairComparison>
