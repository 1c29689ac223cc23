import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { StatusClass } from '../referral-fact.ts'
import { type Counts, countKeys, type Figures, type Report, type ReportQuery } from '../report.ts'
import { countColumns, factsOf, filtered } from './counted.ts'
import type { Period } from './period.ts'

export interface Asked {
  organizationId: string
  query: ReportQuery
  period: Period
  before: Period
}

/** One row of the counts: `level` says by what they are grouped. */
type Group = Counts & {
  level: number
  need: string | null
  month: string | null
  otherId: string | null
  county: string | null
  zip: string | null
  language: string | null
  ageBand: string | null
}
interface Answer {
  totals: (Omit<Figures, 'toView' | 'toAnswer' | 'toContact' | 'toClose'> &
    Record<'toView' | 'toAnswer' | 'toContact' | 'toClose', [number, number] | null> & { isBefore: boolean })[]
  groups: Group[]
  ends: { statusClass: StatusClass; reason: string | null; outcome: string | null; count: number }[]
  tries: Report['tries']
}

/** The columns of the groups, first the one of the highest bit of `grouping`. */
const grouped = ['need', 'month', 'otherId', 'county', 'zip', 'language', 'ageBand'] as const
const levelOf = (column: (typeof grouped)[number]) =>
  2 ** grouped.length - 1 - 2 ** (grouped.length - 1 - grouped.indexOf(column))

const within = ({ startDate, endDate }: Period) => sql`sent_day between ${startDate}::date and ${endDate}::date`
const middles = (column: string, when: RawBuilder<boolean>) => sql`
  percentile_cont(array[0.5, 0.9]) within group (order by ${sql.ref(column)}) filter (where ${sql.ref(column)} is not null and ${when})`
const measured = ['view', 'answer', 'contact', 'close'] as const
/** Of one period, as columns: `view_now` and so on. */
const times = (name: string, when: RawBuilder<boolean>) =>
  sql.join(measured.map((to) => sql`${middles(`minutes_to_${to}`, when)} as ${sql.ref(`${to}_${name}`)}`))
const timesOfPeriod = (name: string) => sql.join(measured.map((to) => sql.ref(`${to}_${name}`)))

/** Everything that a report counts of an organization, in one statement that reads each referral once. */
async function countAll(database: Database, { organizationId, query, period, before }: Asked): Promise<Answer> {
  const columns = sql`need, month, other_id, county, zip, language, age_band`
  const statement = sql<Answer>`
    with chosen as materialized (
      select facts.*, date_trunc('month', sent_day::timestamp)::date as month, not (${within(period)}) as is_before
      from ${factsOf(organizationId, query.side)} facts
      where sent_day between ${before.startDate}::date and ${period.endDate}::date
        and (${within(period)} or ${within(before)}) and ${filtered(query)}
    ), sets as (
      select grouping(${columns}) as level, ${columns}, marks, count(*) as n
      from chosen where not is_before
      group by grouping sets ((need, marks), (month, marks), (other_id, marks), (county, marks), (zip, marks),
        (language, marks), (age_band, marks))
    ), marked as (
      select is_before, marks, status_class, reason, outcome, count(*) as n from chosen
      group by is_before, marks, status_class, reason, outcome
    ), people as materialized (
      select count(*) filter (where is_now) as now, count(*) filter (where is_before) as before
      from (select bool_or(not is_before) as is_now, bool_or(is_before) as is_before from chosen group by contact_id) person
    ), tries as materialized (
      select least(tries, 4) as tries, count(*) as needs, count(*) filter (where is_before) as needs_before from (
        select coalesce(max(attempt_no) filter (where not is_before), 0) as tries, bool_or(is_before) as is_before
        from chosen group by request_id) request
      group by least(tries, 4)
    ), different as (
      select false as is_before, now as people, (select sum(needs) from tries where tries > 0) as needs from people
      union all
      select true, before, (select sum(needs_before) from tries) from people
    ), times as materialized (
      select ${times('now', sql`not is_before`)}, ${times('before', sql`is_before`)} from chosen
    ), middles as (
      select period.* from times cross join lateral (values (false, ${timesOfPeriod('now')}), (true, ${timesOfPeriod('before')}))
        as period (is_before, "toView", "toAnswer", "toContact", "toClose")
    )
    select
      (select coalesce(json_agg(t), '[]') from (
        select "toView", "toAnswer", "toContact", "toClose", middles.is_before as "isBefore", counts.*,
          people::integer as people, coalesce(needs, 0)::integer as needs
        from middles join different on different.is_before = middles.is_before cross join lateral (
          select ${countColumns(sql`n`)} from marked where marked.is_before = middles.is_before) counts) t) as totals,
      (select coalesce(json_agg(t), '[]') from (
        select level, need, month, other_id as "otherId", county, zip, language, age_band as "ageBand", ${countColumns(sql`n`)}
        from sets group by level, ${columns}) t) as groups,
      (select coalesce(json_agg(t), '[]') from (
        select status_class as "statusClass", reason, outcome, sum(n)::integer as count
        from marked where not is_before group by status_class, reason, outcome) t) as ends,
      (select coalesce(json_agg(t order by tries), '[]') from (
        select tries, needs::integer as needs from tries where tries > 0) t) as tries`
  const count = async (transaction: Database) => {
    // Sorts and groups repeatedly, so it needs memory. JIT compilation would cost more than it saves.
    await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true)`.execute(transaction)
    return (await statement.execute(transaction)).rows
  }
  const rows = await (database.isTransaction ? count(database) : database.transaction().execute(count))
  return rows[0] as Answer
}

const noCounts = Object.fromEntries(countKeys.map((key) => [key, 0])) as Counts
const noFigures: Figures = {
  ...{ ...noCounts, people: 0, needs: 0 },
  ...{ toView: null, toAnswer: null, toContact: null, toClose: null },
}
const timesOf = (both: [number, number] | null) =>
  both && { median: Math.round(both[0]), ninetieth: Math.round(both[1]) }

const summed = (rows: Counts[]): Counts =>
  Object.fromEntries(countKeys.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)])) as Counts

const figuresOf = (total: Answer['totals'][number] | undefined): Figures =>
  total
    ? {
        ...summed([total]),
        ...{ people: total.people, needs: total.needs },
        toView: timesOf(total.toView),
        toAnswer: timesOf(total.toAnswer),
        toContact: timesOf(total.toContact),
        toClose: timesOf(total.toClose),
      }
    : noFigures

/** The counts by one column, most referrals first and unknown last; those beyond `most` as one row with `others`. */
function groupsOf(groups: Group[], column: (typeof grouped)[number], most = Number.POSITIVE_INFINITY) {
  const rows = groups
    .filter(({ level }) => level === levelOf(column))
    .map((row) => ({ key: row[column], counts: summed([row]), others: null as number | null }))
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
  const { totals, groups, ends, tries } = await countAll(database, asked)
  const sumOf = <Key extends string>(rows: typeof ends, keyOf: (row: (typeof ends)[number]) => Key) =>
    [...Map.groupBy(rows, keyOf)]
      .map(([key, of]) => ({ key, count: of.reduce((sum, row) => sum + row.count, 0) }))
      .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key))
  return {
    total: figuresOf(totals.find(({ isBefore }) => !isBefore)),
    totalBefore: figuresOf(totals.find(({ isBefore }) => isBefore)),
    groups: (column: (typeof grouped)[number], most?: number) => groupsOf(groups, column, most),
    byStatus: sumOf(ends, ({ statusClass }) => statusClass).map(({ key, count }) => ({ statusClass: key, count })),
    reasons: (['declined', 'unresolved'] as const).flatMap((statusClass) =>
      sumOf(
        ends.filter((row) => row.statusClass === statusClass),
        ({ reason }) => reason ?? 'other',
      ).map(({ key, count }) => ({ statusClass, reason: key, count })),
    ),
    outcomes: sumOf(
      ends.filter((row) => row.statusClass === 'resolved'),
      ({ outcome }) => outcome ?? 'other',
    ).map(({ key, count }) => ({ outcome: key, count })),
    tries,
  }
}
