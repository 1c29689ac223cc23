import type { Database } from '#platform/server/database.ts'
import { MAX_RADIUS_MILES, type Relaxed, relaxations, type ServiceQuery } from '../service-search.ts'
import { type FoundServices, findServices, hereReader, type Relaxing } from './find-services.ts'
import { wordReader } from './search-words.ts'

/** In this order, smallest change first; combinations are tried only if no single one finds anything. */
const steps: readonly (readonly Relaxed[])[] = [
  ['words'],
  ['distance'],
  ['place'],
  ['openNow'],
  ['words', 'distance'],
  ['words', 'place'],
  ['words', 'openNow'],
  ['distance', 'openNow'],
  ['place', 'openNow'],
  ['words', 'distance', 'openNow'],
  ['words', 'place', 'openNow'],
]

const relaxing = (step: readonly Relaxed[]): Relaxing => ({
  words: step.includes('words'),
  openNow: step.includes('openNow'),
  ...(step.includes('place') ? { radius: null } : step.includes('distance') ? { radius: MAX_RADIUS_MILES } : {}),
})

/** Whether a relaxation applies to this search. */
function applies(step: readonly Relaxed[], query: ServiceQuery, strict: FoundServices) {
  const can: Record<Relaxed, boolean> = {
    words: (strict.words?.isWhole ?? false) && (strict.words?.parts.length ?? 0) > 1,
    distance: strict.here !== null && (query.radius ?? 0) < MAX_RADIUS_MILES,
    // Without words or a category, services anywhere would not be useful.
    place: strict.here !== null && Boolean(query.text || query.category?.length),
    openNow: query.openNow === true,
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
}

/**
 * A page of services; if nothing matches everything, those that match most of it: fewer words, then a larger radius,
 * then those that are closed now. The result says what was relaxed.
 */
export async function findNearly(database: Database, query: ServiceQuery, timeZone: string): Promise<NearlyFound> {
  const { step: marked, cursor } = readMark(query.cursor)
  const asked = { ...query, cursor }
  const readWords = wordReader(database, query.text)
  const readHere = hereReader(database, query.near)
  const find = (step: readonly Relaxed[], limit = query.limit) =>
    findServices(database, { ...asked, limit }, timeZone, undefined, relaxing(step), readWords, readHere)
  const finish = (found: FoundServices, step: readonly Relaxed[], fartherCount = 0): NearlyFound => ({
    ...found,
    nextCursor: withMark(found.nextCursor, step),
    relaxed: [...step],
    fartherCount,
  })
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
