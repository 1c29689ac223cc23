import { countEndings, type QuarterEnding } from '#casework/reports/server/reports-public.ts'
import { type Counted, publishCounts, secretOfCounts } from '#casework/small-counts/server/small-counts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'

/** Of people without a known place. */
export const NOWHERE = 'nowhere'

/** A quarter's referrals as they are published: by endings, each with its parts. */
export interface PublishedQuarter extends Counted {
  quarter: string
}

const total = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
const pairOf = (item: string) => {
  const space = item.indexOf(' ')
  return [item.slice(0, space) || NOWHERE, item.slice(space + 1) || NOWHERE] as const
}

/** Counties in their states. */
const byState = (counties: Counted[]): Counted[] =>
  [...Map.groupBy(counties, ({ id }) => (id === NOWHERE ? NOWHERE : id.slice(0, 2)))].map(([id, county]) => ({
    ...{ id, count: total(county), parts: { county } },
  }))

/** One ending, by everything by which it is counted. */
function endingOf(id: string, rows: readonly QuarterEnding[]): Counted {
  const of = (kind: QuarterEnding['kind']) => rows.filter((row) => row.kind === kind)
  const partsBy = (kind: QuarterEnding['kind']) => of(kind).map(({ item, n }) => ({ id: item || NOWHERE, count: n }))
  const answer = partsBy('answer')
  const inCounties = (kind: 'countyNeed' | 'countyZip') =>
    Map.groupBy(
      of(kind).map(({ item, n }) => ({ pair: pairOf(item), count: n })),
      ({ pair }) => pair[0],
    )
  const [needs, zips] = [inCounties('countyNeed'), inCounties('countyZip')]
  const listed = (in_: typeof needs, county: string) =>
    (in_.get(county) ?? []).map(({ pair, count }) => ({ id: pair[1], count }))
  const parts: Record<string, Counted[]> = needs.size
    ? {
        state: byState(
          [...needs.keys()].map((county) => {
            const need = listed(needs, county)
            return { id: county, count: total(need), parts: { need, zip: listed(zips, county) } }
          }),
        ),
        statusClass: partsBy('statusClass'),
      }
    : { need: partsBy('need'), state: byState(partsBy('county')) }
  return { id, count: total(answer), parts: { ...parts, answer } }
}

/**
 * The referrals of whole quarters as others than their own organizations may see them, in the one tree in which they are
 * counted: each quarter by endings; those for lack of capacity or funds by states, counties, and there by needs and by ZIP
 * codes; all others by needs, and by states and counties. Whatever shows referrals of other organizations takes its numbers
 * from here (docs/decisions/0343).
 *
 * @param days of whole quarters; the end is not included
 * @param withoutId of a reader who knows these exactly: the organization whose referrals, sent or received, are left out
 */
export async function publishReferrals(
  { database, config }: { database: Database; config: Pick<Config, 'secretKeys'> },
  days: { start: string; end: string },
  withoutId: string | null,
): Promise<PublishedQuarter[]> {
  const quarters = Map.groupBy(await countEndings(database, days, withoutId), ({ quarter }) => quarter)
  const roots = [...quarters].map(([quarter, rows]): PublishedQuarter => {
    const ending = [...Map.groupBy(rows, (row) => row.ending)].map(([id, of]) => endingOf(id, of))
    return { id: `referrals ${quarter}`, quarter, count: total(ending), parts: { ending } }
  })
  const published = publishCounts(roots, secretOfCounts(config))
  return roots.map(({ quarter }, n) => ({ ...(published[n] as Counted), quarter }))
}
