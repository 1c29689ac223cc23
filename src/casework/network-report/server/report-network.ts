import { doesCasework } from '#casework/clients/contact-policy.ts'
import {
  NOWHERE,
  type PublishedQuarter,
  publishReferrals,
} from '#casework/published-referrals/server/published-referrals-public.ts'
import { type Ending, endings } from '#casework/reports/ending.ts'
import { COUNT_STEP, type Counted } from '#casework/small-counts/server/small-counts-public.ts'
import {
  daysOf,
  MOST_QUARTERS,
  quarterBefore,
  quarterOfDay,
  quartersBetween,
  USUAL_QUARTERS,
} from '#casework/unmet-needs/unmet-need.ts'
import type { Need } from '#directory/needs/need.ts'
import { countyKey } from '#directory/places/area.ts'
import { nameKnownAreas } from '#directory/places/server/places-public.ts'
import { stateOfFips } from '#directory/places/states.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { dayAt } from '#platform/schema/zone-time.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import {
  type NetworkFigures,
  type NetworkKey,
  type NetworkQuery,
  type NetworkReport,
  networkDays,
  networkKeys,
  type PublishedFigure,
} from '../network-report.ts'

export interface NetworkServices {
  database: Database
  config: Pick<Config, 'timeZone' | 'secretKeys'>
}

/** The period, by default this quarter and the three before. @throws invalid-request at the field */
function periodOf({ from, to }: NetworkQuery, timeZone: string) {
  const last = to ?? quarterOfDay(dayAt(timeZone, Date.now()))
  const first = from ?? quarterBefore(last, USUAL_QUARTERS - 1)
  const quarters = quartersBetween(first, last)
  if (quarters < 1) throw fieldProblem('to', 'end-before-start')
  if (quarters > MOST_QUARTERS) throw fieldProblem('from', 'too-many-quarters')
  return {
    from: first,
    to: last,
    quarters,
    before: { from: quarterBefore(first, quarters), to: quarterBefore(first, 1) },
  }
}

const endingsOf: Record<NetworkKey, readonly Ending[]> = {
  sent: endings,
  answered: endings.filter((ending) => !['waiting', 'expired', 'recalled'].includes(ending)),
  accepted: ['open', 'helped', 'resolved', 'unresolved'],
  waiting: ['waiting'],
  loopClosed: ['helped', 'resolved', 'unresolved', 'declined', 'noCapacity', 'noFunds'],
  gotHelp: ['helped'],
  noCapacity: ['noCapacity', 'noFunds'],
  followed: endings.filter((ending) => !['forwarded', 'recalled'].includes(ending)),
}

/** One published count with what it belongs to. */
interface Cell {
  quarter: string
  ending: Ending
  item: string
  count: number
}

const partsOf = ({ parts = {} }: Counted, name: string) => parts[name] ?? []
const countiesOf = (ending: Counted) => partsOf(ending, 'state').flatMap((state) => partsOf(state, 'county'))
/** The published counts of an ending by needs; those without room are published by counties and needs. */
const needsOf = (ending: Counted) => [
  ...partsOf(ending, 'need'),
  ...countiesOf(ending).flatMap((county) => partsOf(county, 'need')),
]
const groupings = {
  all: (ending: Counted) => [ending],
  need: needsOf,
  state: (ending: Counted) => partsOf(ending, 'state'),
  county: countiesOf,
  answer: (ending: Counted) => partsOf(ending, 'answer'),
  statusClass: (ending: Counted) => partsOf(ending, 'statusClass'),
}

const cellsOf = (quarters: readonly PublishedQuarter[], by: keyof typeof groupings): Cell[] =>
  quarters.flatMap((root) =>
    partsOf(root, 'ending').flatMap((ending) =>
      groupings[by](ending).map(({ id, count }) => ({
        ...{ quarter: root.quarter, ending: ending.id as Ending, item: id, count },
      })),
    ),
  )

type Counts = readonly { count: number }[]
/**
 * Adds up published counts, each less than a step from the truth. One that is missing is like one of 0, so that the
 * margin says nothing about the data.
 * @param most how many counts there can be; null: as many as there are counties
 */
const sumOf = (counts: Counts, most: number | null): PublishedFigure => ({
  count: counts.reduce((sum, { count }) => sum + count, 0),
  margin: most && most * (COUNT_STEP - 1),
})

/** @param most how many counts of each ending there can be; null: as many as there are counties */
const figuresOf = (cells: readonly Cell[], most: number | null): NetworkFigures => ({
  ...(Object.fromEntries(
    networkKeys.map((key) => {
      const counted = endingsOf[key]
      const found = cells.filter(({ ending }) => counted.includes(ending))
      return [key, sumOf(found, most && most * counted.length)]
    }),
  ) as Record<NetworkKey, PublishedFigure>),
  accepted: null,
})

/** Of everything: all referrals of a quarter are published as one count, and so are those that were accepted. */
function totalOf(quarters: readonly PublishedQuarter[], most: number): NetworkFigures {
  const cells = cellsOf(quarters, 'all')
  const accepted = [
    ...cells.filter(({ ending }) => endingsOf.accepted.includes(ending)),
    ...cellsOf(quarters, 'statusClass').filter(({ item }) => item === 'unresolved'),
  ]
  return {
    ...figuresOf(cells, most),
    sent: sumOf(quarters, most),
    // Those who had no capacity and those who had no funds afterwards are two more.
    accepted: sumOf(accepted, most * (endingsOf.accepted.length + 2)),
  }
}

/** By what the cells belong to, most referrals first; those of which nothing is left are not shown. */
const grouped = (cells: readonly Cell[], most: number | null) =>
  [...Map.groupBy(cells, ({ item }) => item)]
    .map(([item, of]) => ({ item, ...figuresOf(of, most) }))
    .filter(({ sent }) => sent.count > 0)
    .sort((one, other) => other.sent.count - one.sent.count || one.item.localeCompare(other.item))

const isState = (fips: string) => fips.length === 2

/** The names of states and counties. */
async function areaNames(database: Database, fips: string[]) {
  const names = await nameKnownAreas(database, fips.filter((one) => !isState(one)).map(countyKey))
  return (one: string) =>
    one === NOWHERE
      ? { fips: null, name: null }
      : { fips: one, name: (isState(one) ? stateOfFips(one)?.name : names.get(countyKey(one))) ?? one }
}

/**
 * What became of the referrals of the network, as `publishReferrals` lets it be known. Filters only choose and add.
 * @throws 400 at the field for a period that is none, or for a need and an area at once
 */
export async function reportOfNetwork(
  { database, config }: NetworkServices,
  actor: Pick<Actor, 'organizationId' | 'contactId' | 'roles'>,
  query: NetworkQuery,
): Promise<NetworkReport> {
  const { from, to, before, quarters } = periodOf(query, config.timeZone)
  const { need, area } = query
  if (need && area) throw fieldProblem('area', 'one-filter')
  const withoutId = doesCasework(actor) ? actor.organizationId : null
  const asOf = new Date().toISOString()
  const published = await publishReferrals(
    { database, config },
    { start: daysOf(before.from).start, end: daysOf(to).end },
    withoutId,
  )
  const within = (first: string, last: string) => published.filter(({ quarter }) => quarter >= first && quarter <= last)
  const now = within(from, to)
  const chosen = need ? 'need' : area ? (isState(area) ? 'state' : 'county') : 'all'
  const cellsIn = (roots: PublishedQuarter[]) =>
    cellsOf(roots, chosen).filter(({ item }) => chosen === 'all' || item === (need ?? area))
  const figuresIn = (roots: PublishedQuarter[], most: number) =>
    chosen === 'all' ? totalOf(roots, most) : figuresOf(cellsIn(roots), chosen === 'need' ? null : most)
  const listed = (by: 'need' | 'state' | 'county') => grouped(cellsOf(now, by), by === 'need' ? null : quarters)
  const [states, counties] = [listed('state'), listed('county')]
  const places = [...new Set([...[...states, ...counties].map(({ item }) => item), ...(area ? [area] : [])])]
  const nameOf = await areaNames(database, places)
  const all = chosen === 'all'
  const cells = cellsIn(now)
  const answers =
    chosen === 'all' ? cellsOf(now, 'answer').filter((one) => endingsOf.answered.includes(one.ending)) : []
  const answered = (days: string) =>
    sumOf(
      answers.filter(({ item }) => item === days),
      quarters * endingsOf.answered.length,
    )
  return {
    ...{
      asOf,
      from,
      to,
      before,
      need: need ?? null,
      area: area ? nameOf(area) : null,
      isWithoutOwn: withoutId !== null,
    },
    areas: places
      .filter((one) => one !== NOWHERE)
      .map(nameOf)
      .sort((one, other) => (one.name ?? '').localeCompare(other.name ?? '')),
    total: figuresIn(now, quarters),
    totalBefore: figuresIn(within(before.from, before.to), quarters),
    byEnding: endings
      .map((ending) => ({
        ...{
          ending,
          count: sumOf(
            cells.filter((cell) => cell.ending === ending),
            need ? null : quarters,
          ),
        },
      }))
      .filter(({ count }) => count.count > 0),
    byQuarter: Array.from({ length: quarters }, (_, n) => quarterBefore(to, quarters - 1 - n)).map((quarter) => ({
      ...{ quarter, ...figuresIn(within(quarter, quarter), 1) },
    })),
    byNeed: (all ? listed('need') : []).map(({ item, ...figures }) => ({ need: item as Need, ...figures })),
    byState: (all ? states : []).map(({ item, ...figures }) => ({ area: nameOf(item), ...figures })),
    byCounty: (all ? counties : []).map(({ item, ...figures }) => ({ area: nameOf(item), ...figures })),
    byAnswer: networkDays.map((days) => ({ days, count: answered(days) })).filter(({ count }) => count.count > 0),
  }
}
