import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { onSharedSnapshot, type Run } from '#platform/server/shared-snapshot.ts'
import type { StatusClass } from '../referral-fact.ts'
import { type Counts, countKeys, type Figures, type Report, type ReportQuery } from '../report.ts'
import { factsOf, filtered } from './counted.ts'
import type { Period } from './period.ts'

export interface Asked {
  organizationId: string
  query: ReportQuery
  period: Period
  before: Period
}

/** One row of the counts: `level` says by what they are grouped. */
interface Group {
  /** marks and how many referrals have them, in pairs */
  marked: string
  level: number
  need: string | null
  month: string | null
  otherId: string | null
  county: string | null
  zip: string | null
  language: string | null
  ageBand: string | null
}
type Minutes = Record<'toView' | 'toAnswer' | 'toContact' | 'toClose', [number, number] | null>
interface Marked {
  marks: number
  count: number
}
interface End extends Marked {
  statusClass: StatusClass
  reason: string | null
  outcome: string | null
}

/** The columns of the groups, first the one of the highest bit of `grouping`. */
const grouped = ['need', 'month', 'otherId', 'county', 'zip', 'language', 'ageBand'] as const
const levelOf = (column: (typeof grouped)[number]) =>
  2 ** grouped.length - 1 - 2 ** (grouped.length - 1 - grouped.indexOf(column))

const within = ({ startDate, endDate }: Period) => sql`sent_day between ${startDate}::date and ${endDate}::date`
const middles = (column: string) => sql`
  percentile_cont(array[0.5, 0.9]) within group (order by ${sql.ref(column)}) filter (where ${sql.ref(column)} is not null)`
const columns = sql`need, month, other_id, county, zip, language, age_band`

/**
 * What a report counts of an organization, as statements that each read the facts again: that is quicker than to store
 * a large organization's facts once, because an index contains them.
 */
function statementsOf({ organizationId, query, period, before }: Asked) {
  const factsIn = (days: Period) => sql`(
    select facts.* from ${factsOf(organizationId, query.side)} facts where ${within(days)} and ${filtered(query)}) facts`
  const ofPeriod = (days: Period) => ({
    ends: sql<End>`
      select marks, status_class, reason, outcome, count(*)::integer as count
      from ${factsIn(days)} group by marks, status_class, reason, outcome`,
    minutes: sql<Minutes>`
      select ${middles('minutes_to_view')} as to_view, ${middles('minutes_to_answer')} as to_answer,
        ${middles('minutes_to_contact')} as to_contact, ${middles('minutes_to_close')} as to_close
      from ${factsIn(days)}`,
    people: sql<{ count: number }>`
      select count(*)::integer as count from (select from ${factsIn(days)} group by contact_id) person`,
    tries: sql<Report['tries'][number]>`
      select tries, count(*)::integer as needs
      from (select least(max(attempt_no), 4) as tries from ${factsIn(days)} group by request_id) request
      group by tries order by tries`,
  })
  const groups = sql<Group>`
    with sets as (
      select grouping(${columns}) as level, ${columns}, marks, count(*) as n
      from (select *, date_trunc('month', sent_day::timestamp)::date as month from ${factsIn(period)}) facts
      group by grouping sets ((need, marks), (month, marks), (other_id, marks), (county, marks), (zip, marks),
        (language, marks), (age_band, marks))
    ) select level, ${columns}, string_agg(marks || ' ' || n, ' ') as marked from sets group by level, ${columns}`
  return { groups, now: ofPeriod(period), before: ofPeriod(before) }
}
const timesOf = (both: [number, number] | null = null) =>
  both && { median: Math.round(both[0]), ninetieth: Math.round(both[1]) }

const summed = (rows: Counts[]): Counts =>
  Object.fromEntries(countKeys.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)])) as Counts

const pairsOf = (text: string): Marked[] => {
  const numbers = text.split(' ').map(Number)
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    ...{ marks: numbers[at * 2] ?? 0, count: numbers[at * 2 + 1] ?? 0 },
  }))
}

/** The counts of referrals by their marks. */
const countsOf = (rows: Marked[]): Counts =>
  Object.fromEntries(
    countKeys.map((key, bit) => [key, rows.reduce((sum, { marks, count }) => sum + ((marks >> bit) & 1) * count, 0)]),
  ) as Counts

type OfPeriod = ReturnType<typeof statementsOf>['now']

async function countPeriod(run: Run, { ends, minutes, people, tries }: OfPeriod) {
  const [endRows, [times], [person], triesOf] = await Promise.all([run(ends), run(minutes), run(people), run(tries)])
  const figures: Figures = {
    ...countsOf(endRows),
    ...{ people: person?.count ?? 0, needs: triesOf.reduce((sum, row) => sum + row.needs, 0) },
    ...{ toView: timesOf(times?.toView), toAnswer: timesOf(times?.toAnswer) },
    ...{ toContact: timesOf(times?.toContact), toClose: timesOf(times?.toClose) },
  }
  return { ends: endRows, figures, tries: triesOf }
}

// It sorts and groups repeatedly, so it needs memory. JIT compilation would cost more than it saves.
const begin = sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`

/** Everything that a report counts of an organization, of one moment. */
const countAll = (database: Database, asked: Asked) =>
  onSharedSnapshot(database, begin, async (run) => {
    const { groups, now, before } = statementsOf(asked)
    const [groupRows, ofNow, ofBefore] = await Promise.all([
      run(groups),
      countPeriod(run, now),
      countPeriod(run, before),
    ])
    return { groups: groupRows, now: ofNow, before: ofBefore }
  })

/** The counts by one column, most referrals first and unknown last; those beyond `most` as one row with `others`. */
function groupsOf(groups: Group[], column: (typeof grouped)[number], most = Number.POSITIVE_INFINITY) {
  const rows = groups
    .filter(({ level }) => level === levelOf(column))
    .map((row) => ({ key: row[column], counts: countsOf(pairsOf(row.marked)), others: null as number | null }))
  const known = rows.filter(({ key }) => key !== null)
  known.sort((a, b) => b.counts.sent - a.counts.sent || String(a.key).localeCompare(String(b.key)))
  const rest = known.slice(most)
  return [
    ...known.slice(0, most),
    ...(rest.length ? [{ key: null, counts: summed(rest.map(({ counts }) => counts)), others: rest.length }] : []),
    ...rows.filter(({ key }) => key === null),
  ]
}

/** The counts of an organization's referrals, with keys instead of names. */
export async function countReferrals(database: Database, asked: Asked) {
  const { groups, now, before } = await countAll(database, asked)
  const sumOf = <Key extends string>(keyOf: (row: End) => Key, rows: End[] = now.ends) =>
    [...Map.groupBy(rows, keyOf)]
      .map(([key, of]) => ({ key, count: of.reduce((sum, row) => sum + row.count, 0) }))
      .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key))
  const endsOf = (statusClass: StatusClass) => now.ends.filter((row) => row.statusClass === statusClass)
  return {
    total: now.figures,
    totalBefore: before.figures,
    groups: (column: (typeof grouped)[number], most?: number) => groupsOf(groups, column, most),
    byStatus: sumOf(({ statusClass }) => statusClass).map(({ key, count }) => ({ statusClass: key, count })),
    reasons: (['declined', 'unresolved'] as const).flatMap((statusClass) =>
      sumOf(({ reason }) => reason ?? 'other', endsOf(statusClass)).map(({ key, count }) => ({
        ...{ statusClass, reason: key, count },
      })),
    ),
    outcomes: sumOf(({ outcome }) => outcome ?? 'other', endsOf('resolved')).map(({ key, count }) => ({
      ...{ outcome: key, count },
    })),
    tries: now.tries,
  }
}
