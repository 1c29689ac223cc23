import { NOWHERE, type PublishedQuarter } from '#casework/published-referrals/server/published-referrals-public.ts'
import type { Counted } from '#casework/small-counts/server/small-counts-public.ts'
import type { UnmetKind } from '../unmet-need.ts'
import type { EmptySearches, UnmetCount } from './count-unmet.ts'

/** Where a figure belongs: to a state, a county, a ZIP code, or a need in a county. */
export const place = {
  state: (state: string) => `state ${state}`,
  county: (county: string) => `county ${county}`,
  zip: (zip: string) => `zip ${zip}`,
  need: (county: string, need: string) => `need ${county} ${need}`,
}

/** Sums by kind and place. */
export interface Sums {
  of: (kind: UnmetKind, at: string) => number
  /** with a count of any kind */
  states: string[]
  /** each with its county */
  zips: Map<string, string>
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
const total = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)

/**
 * One tree for each kind, quarter and state: its counties, each by needs and by ZIP codes. A count stands in one tree
 * only, so that no two published figures speak about the same people.
 */
export function treesOf(rows: readonly UnmetCount[]): Counted[] {
  const trees = groupBy(rows, ({ kind, quarter, county }) => `${kind} ${quarter} ${county?.slice(0, 2) ?? NOWHERE}`)
  return [...trees].map(([id, tree]) => {
    const counties = [...groupBy(tree, ({ county }) => county ?? NOWHERE)].map(([county, all]): Counted => {
      const need = all.flatMap((row) => (row.need === null ? [] : { id: row.need, count: row.count }))
      const zip = all.flatMap((row) => (row.need === null ? { id: row.zip ?? NOWHERE, count: row.count } : []))
      return { id: county, count: total(need), parts: { need, zip } }
    })
    return { id, count: total(counties), parts: { county: counties } }
  })
}

/** The published referrals that ended for lack of capacity or funds, as trees like the others. */
export const roomTreesOf = (quarters: readonly PublishedQuarter[]): Counted[] =>
  quarters.flatMap(({ quarter, parts }) =>
    (parts?.ending ?? [])
      .filter(({ id }) => id === 'noCapacity' || id === 'noFunds')
      .flatMap(({ id: kind, parts: of }) =>
        (of?.state ?? []).map((state) => ({ ...state, id: `${kind} ${quarter} ${state.id}` })),
      ),
  )

/** One tree for each quarter: the searches by the beginnings of ZIP codes. */
export function searchTreesOf(rows: readonly EmptySearches[]): Counted[] {
  return [...groupBy(rows, ({ quarter }) => quarter)].map(([quarter, all]) => {
    const zipArea = all.map((row) => ({ id: row.zipArea ?? NOWHERE, count: row.count }))
    return { id: `searches ${quarter}`, count: total(all), parts: { zipArea } }
  })
}

/** Adds up trees over the quarters. */
export function addUp(trees: readonly Counted[]): Sums {
  const sums = new Map<string, number>()
  const [states, zips] = [new Set<string>(), new Map<string, string>()]
  for (const { id, count, parts } of trees) {
    const [kind, , state = ''] = id.split(' ')
    const add = (at: string, more: number) => sums.set(`${kind} ${at}`, (sums.get(`${kind} ${at}`) ?? 0) + more)
    if (count > 0) states.add(state)
    add(place.state(state), count)
    for (const county of parts?.county ?? []) {
      add(place.county(county.id), county.count)
      for (const need of county.parts?.need ?? []) add(place.need(county.id, need.id), need.count)
      for (const zip of county.parts?.zip ?? []) {
        add(place.zip(zip.id), zip.count)
        if (zip.count > 0) zips.set(zip.id, county.id)
      }
    }
  }
  return {
    of: (kind, at) => sums.get(`${kind} ${at}`) ?? 0,
    states: [...states].filter((one) => one !== NOWHERE),
    zips,
  }
}
