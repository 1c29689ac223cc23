import type { Database } from '#platform/server/database.ts'
import {
  DEFAULT_RADIUS_MILES,
  distances,
  MAX_COUNTED,
  MAX_RADIUS_MILES,
  type Offer,
  type Relaxed,
  relaxations,
} from '../service-search.ts'
import { type FoundServices, findServices, hereReader, type Relaxing, type SearchQuery } from './find-services.ts'
import { wordReader } from './search-words.ts'

/** In this order, smallest change first; combinations are tried only if no single one finds anything. */
const steps: readonly (readonly Relaxed[])[] = [
  ['words'],
  ['distance'],
  ['place'],
  ['bbox'],
  ['openNow'],
  ['free'],
  ['language'],
  ['takesPeople'],
  ['takesReferrals'],
  ['category'],
  ['words', 'distance'],
  ['words', 'place'],
  ['words', 'bbox'],
  ['words', 'openNow'],
  ['distance', 'openNow'],
  ['place', 'openNow'],
  ['words', 'distance', 'openNow'],
  ['words', 'place', 'openNow'],
]

export const relaxing = (step: readonly Relaxed[]): Relaxing => ({
  words: step.includes('words'),
  ...(step.includes('place') ? { radius: null } : step.includes('distance') ? { radius: MAX_RADIUS_MILES } : {}),
})

const filters = ['openNow', 'free', 'language', 'takesPeople', 'takesReferrals', 'category', 'bbox'] as const
/** The search without the filters that this step leaves out. */
export const without = (query: SearchQuery, step: readonly Relaxed[]): SearchQuery => ({
  ...query,
  ...Object.fromEntries(filters.filter((each) => step.includes(each)).map((each) => [each, undefined])),
})

/** Whether a relaxation applies to this search. */
function applies(step: readonly Relaxed[], query: SearchQuery, strict: FoundServices) {
  const can: Record<Relaxed, boolean> = {
    words: (strict.words?.isWhole ?? false) && (strict.words?.parts.length ?? 0) > 1,
    distance: strict.here !== null && (query.radius ?? 0) < MAX_RADIUS_MILES,
    // Without words or a category, services anywhere would not be useful.
    place: strict.here !== null && Boolean(query.text || query.category?.length),
    openNow: query.openNow === true,
    free: query.free === true,
    language: query.language !== undefined,
    takesPeople: query.takesPeople === true,
    takesReferrals: query.takesReferrals === true,
    // Without words, services of all categories would not be useful.
    category: Boolean(query.text && query.category?.length),
    // As for a place.
    bbox: query.bbox !== undefined && Boolean(query.text || query.category?.length),
  }
  return step.every((each) => can[each])
}

/** A page's cursor contains how the search was relaxed, so that the next page continues the same way. */
const mark = '~'
const withMark = (cursor: string | null, step: readonly Relaxed[]) =>
  cursor && step.length ? `${step.map((each) => relaxations.indexOf(each)).join('')}${mark}${cursor}` : cursor
function readMark(cursor: string | undefined) {
  const [digits, rest] = cursor?.includes(mark) ? cursor.split(mark, 2) : ['', cursor]
  return { step: relaxations.filter((_, n) => digits?.includes(String(n))), cursor: rest }
}

export interface NearlyFound extends FoundServices {
  relaxed: Relaxed[]
  /** services that match all words but are farther away than requested, at most 50; only if the words were relaxed */
  fartherCount: number
  offers: Offer[]
}

const MAX_OFFERS = 3

/**
 * What else could be found: farther away, or without one of the filters. Only asked at the end of a list, so that a
 * search that finds plenty does not pay for it.
 */
async function findOffers(
  query: SearchQuery,
  found: FoundServices,
  count: (asked: SearchQuery) => Promise<number>,
): Promise<Offer[]> {
  const radius = query.radius ?? DEFAULT_RADIUS_MILES
  const wider = applies(['distance'], query, found) ? distances.filter((miles) => miles > radius) : []
  const asked = [
    ...wider
      .filter((_, n) => n === 0 || n === wider.length - 1)
      .map((miles) => ({ relax: 'distance' as const, radius: miles })),
    ...filters.filter((each) => applies([each], query, found)).map((relax) => ({ relax, radius: null })),
  ]
  const offers: Offer[] = []
  for (const { relax, radius: miles } of asked) {
    if (offers.length === MAX_OFFERS || (relax === 'distance' && offers.length > 0)) continue
    const total = await count({ ...without(query, [relax]), ...(miles ? { radius: miles } : {}) })
    if (total > found.found.length) offers.push({ relax, radius: miles, total })
  }
  return offers
}

/**
 * A page of services; if nothing matches everything, those that match most of it: fewer words, then a larger radius,
 * then those that are closed now. The result says what was relaxed.
 */
export async function findNearly(database: Database, query: SearchQuery, timeZone: string): Promise<NearlyFound> {
  const { step: marked, cursor } = readMark(query.cursor)
  const asked = { ...query, cursor }
  const readWords = wordReader(database, query.text)
  const readHere = hereReader(database, query.near)
  const find = (step: readonly Relaxed[], limit = query.limit) =>
    findServices(database, without({ ...asked, limit }, step), timeZone, undefined, relaxing(step), readWords, readHere)
  const finish = async (found: FoundServices, step: readonly Relaxed[], fartherCount = 0): Promise<NearlyFound> => {
    // As somebody who follows the offer would find it: all of the words are asked for again first.
    const count = async (other: SearchQuery) => {
      const all = without({ ...other, cursor: undefined, limit: MAX_COUNTED }, step)
      const some = step.includes('words') ? [false, true] : [false]
      for (const words of some) {
        const page = await findServices(database, all, timeZone, undefined, { words }, readWords, readHere)
        if (page.found.length) return page.found.length
      }
      return 0
    }
    const rest = step.length ? { ...query, ...(step.includes('distance') ? { radius: MAX_RADIUS_MILES } : {}) } : query
    const offers = found.nextCursor || step.includes('place') ? [] : await findOffers(without(rest, step), found, count)
    return { ...found, nextCursor: withMark(found.nextCursor, step), relaxed: [...step], fartherCount, offers }
  }
  if (marked.length) return finish(await find(marked), marked)
  const strict = await find([])
  const isFewWords: readonly Relaxed[] = strict.words?.weighed && strict.words.parts.length > 1 ? ['words'] : []
  if (strict.found.length || cursor) return finish(strict, isFewWords)
  for (const step of steps.filter((each) => applies(each, query, strict))) {
    const found = await find(step)
    if (!found.found.length) continue
    const isNear = step.length === 1 && step[0] === 'words' && applies(['distance'], query, strict)
    return finish(found, [...isFewWords, ...step], isNear ? (await find(['distance'], 50)).found.length : 0)
  }
  return finish(strict, [])
}
