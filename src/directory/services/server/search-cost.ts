import { sql } from 'kysely'
import type { ComparedFacts } from '#directory/eligibility/compared-facts.ts'
import { type AreaKind, kindOfKey } from '#directory/places/area.ts'
import type { Here } from '#directory/places/server/places-public.ts'
import { fitRank } from './fit-rank.ts'

/*
 * A search near a place puts services in one order: what counts for or against one is expressed in meters, and added to
 * its distance. See docs/decisions/0280-one-order-in-meters.md.
 */

/** An area that contains the place counts as a location this far away. */
const area: Record<AreaKind, number> = { zip: 1600, town: 1600, county: 6400, state: 19_300, nation: 32_000 }
/** What areas with very many services count as. */
export const wideAreas = [area.state, area.nation]
/** In addition, if the area was guessed. */
const GUESSED = 1600
/** Only the source's own area is known. */
const SOURCE = 38_600
/** In addition, if only its organization has a location. */
export const OFFICE = 8000
/** In addition, if it says that it serves other areas; or if that was guessed. */
const ELSEWHERE = 48_000
const GUESSED_ELSEWHERE = 16_000

/** The words are in the name; also in the organization, keywords or categories; anywhere. */
export const WORDS = [0, 4800, 16_000] as const
/** In addition, if it has only synonyms of the words. */
export const SYNONYMS = 3200
/** If most of the words are enough, for each by its share of the weight: it is not in the name; it is missing. */
export const NOT_IN_NAME = 4800
export const MISSING = 32_000

/** In addition, if nobody confirmed it for long. */
const STALE = 3200
/** The same for a search without a place, whose order is a rank of 1000 within each tier; or the weights of words. */
const STALE_RANK = 100
const STALE_WEIGHT = 40

/** It may fit the person for whom the search is; it does not: then it comes last. */
const FIT = [0, 8000, 1_000_000] as const
/** The same without a place; within a tier, all that do not fit come last. */
const FIT_RANK = [0, 150, 999] as const
const FIT_WEIGHT = [0, 60, 100_000] as const

/** What counts against a service beside its words and its place. */
export interface Drawbacks {
  /** What was last confirmed before this day counts less; without one, nothing does. */
  staleBefore?: string | undefined
  /** The person for whom the search is. */
  person?: ComparedFacts | undefined
}

const costIfStale = (staleBefore: string | undefined, cost: number) =>
  staleBefore === undefined
    ? sql`0`
    : sql`case when s.confirmed_on >= ${staleBefore}::date then 0 else ${cost}::integer end`
const costOfFit = (person: ComparedFacts | undefined, costs: readonly number[]) =>
  person ? sql`(${sql.val(costs)}::integer[])[1 + ${fitRank(person)}]` : sql`0`
const drawback =
  (stale: number, fit: readonly number[]) =>
  ({ staleBefore, person }: Drawbacks) =>
    sql`(${costIfStale(staleBefore, stale)} + ${costOfFit(person, fit)})`
/**
 * What it costs that a service was last confirmed before a day, or may not fit a person. Requires `s` (service_search).
 */
export const drawbackMeters = drawback(STALE, FIT)
export const drawbackRank = drawback(STALE_RANK, FIT_RANK)
export const drawbackWeight = drawback(STALE_WEIGHT, FIT_WEIGHT)

/** The most that a service within this radius can cost, and any area at all. */
export const farthest = (radius: number) => Math.max(Math.ceil(radius) + OFFICE + ELSEWHERE, SOURCE)

/** The areas around a place that count as at most this far away. */
export const keysWithin = ({ keys }: Here, meters: number) => keys.filter((key) => area[kindOfKey(key)] <= meters)

/** What an area costs. Requires `r` with a service's area, which contains the place. */
export function costOfArea({ keys }: Here) {
  const costs = [...Map.groupBy(keys, (key) => area[kindOfKey(key)])].sort(([a], [b]) => a - b)
  return sql`case when r.area_basis = 'source' then ${SOURCE}::float8 else (case ${sql.join(
    costs.map(([cost, some]) => sql`when r.area_keys && ${some} then ${cost}::float8`),
    sql` `,
  )} end) + case when r.area_basis = 'guess' then ${GUESSED} else 0 end end`
}

/** What any location costs beside its distance. Requires `r` with its service's area. */
export const costOfPlace = ({
  keys,
}: Here) => sql`case when r.area_basis not in ('said', 'guess') or r.area_keys && ${keys} then 0
    when r.area_basis = 'said' then ${ELSEWHERE} else ${GUESSED_ELSEWHERE} end`
