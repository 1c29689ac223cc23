import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ageBands, statusClasses } from '../../src/casework/reports/referral-fact.ts'
import { ReportQuery, ReportRowQuery } from '../../src/casework/reports/report.ts'
import { reportOfOrganization } from '../../src/casework/reports/server/report-of-organization.ts'
import { listReportRows } from '../../src/casework/reports/server/report-rows.ts'
import { rollMonths } from '../../src/casework/reports/server/roll-months.ts'
import { needs } from '../../src/directory/needs/need.ts'
import type { Actor } from '../../src/platform/schema/roles.ts'
import { openDatabase } from '../../src/platform/server/database.ts'
import { startTestDatabases } from '../../test/global-setup.ts'
import { copyRows, dropIndexes } from './copy-rows.ts'

// Fills a scratch database with facts of referrals, and measures the calls of the reports: see docs/benchmarks-reports.md.

const { values } = parseArgs({
  options: {
    facts: { type: 'string', default: '400000' },
    organizations: { type: 'string', default: '2000' },
    runs: { type: 'string', default: '40' },
  },
})
const [facts, organizations, runs] = [values.facts, values.organizations, values.runs].map(Number) as [
  number,
  number,
  number,
]
const DAYS = 4 * 365
const DAY = 86_400_000
const today = Date.parse('2026-06-30T00:00:00Z')
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The same numbers in each run. */
let state = 480
const random = () => {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return state / 4_294_967_296
}
const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
const idOf = (kind: number, number: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

/** Some organizations are much larger than others: the tenth has a sixth of the first one's referrals. */
const weights = Array.from({ length: organizations }, (_, place) => (place + 1) ** -0.8)
const sums: number[] = []
for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight)
function someOrganization() {
  const wanted = random() * (sums.at(-1) ?? 0)
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

const columns = [
  ...[
    'referral_id',
    'request_id',
    'contact_id',
    'sent_day',
    'sender_id',
    'recipient_id',
    'need',
    'zip',
    'county',
    'state',
  ],
  ...['language', 'age_band', 'status_class', 'reason', 'outcome', 'minutes_to_view', 'minutes_to_answer'],
  ...['minutes_to_contact', 'minutes_to_close', 'attempt_no', 'is_held', 'recipient_sees_person'],
]

async function fill(url: string, client: pg.Client) {
  await client.query(
    `insert into organization (id, name, standing)
     select ('00000001-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Organization ' || n, 'verified'
     from generate_series(0, $1::integer - 1) n`,
    [organizations],
  )
  const { rows: places } = await client.query<{ zip: string; county: string; state: string }>(
    `select zip, county_fips as county, state from place where state = 'NY' and county_fips is not null order by zip`,
  )
  const indexes = await dropIndexes(client, ['referral_fact'])
  const table = await copyRows(url, 'referral_fact', columns)
  const ends = [...statusClasses, 'resolved', 'resolved', 'resolved', 'open', 'unresolved', 'declined'] as const
  for (let at = 0; at < facts; at++) {
    const status = oneOf(ends)
    const place = random() < 0.9 ? oneOf(places) : null
    const [isSeen, isAnswered] = [
      !['waiting', 'expired', 'recalled'].includes(status),
      ['open', 'declined', 'forwarded', 'resolved', 'unresolved'].includes(status),
    ]
    const isClosed = status === 'resolved' || status === 'unresolved'
    const viewed = Math.floor(random() ** 3 * 5000)
    const answered = viewed + Math.floor(random() ** 2 * 8000)
    const reasons = ['no capacity', 'not eligible', 'could not contact', 'other']
    table.add(
      ...[
        idOf(2, at),
        idOf(3, random() < 0.2 ? Math.floor(random() * at) : at),
        idOf(4, Math.floor(random() * facts * 0.4)),
      ],
      dayText(today - (1 - at / facts) * DAYS * DAY),
      ...[idOf(1, someOrganization()), idOf(1, someOrganization()), oneOf(needs)],
      ...[place?.zip ?? null, place?.county ?? null, place?.state ?? null],
      ...[
        random() < 0.7 ? 'en' : oneOf(['es', 'ar', 'bn', 'so', null]),
        random() < 0.9 ? oneOf(ageBands) : null,
        status,
      ],
      status === 'declined' || status === 'unresolved' ? oneOf(reasons) : null,
      status === 'resolved' ? oneOf(['got help', 'enrolled', 'referred elsewhere']) : null,
      ...[isSeen ? viewed : null, isAnswered ? answered : null],
      isClosed || status === 'open' ? answered + 500 : null,
      isClosed ? answered + 500 + Math.floor(random() * 40_000) : null,
      ...[random() < 0.8 ? 1 : 2, false, !['declined', 'expired', 'forwarded', 'recalled'].includes(status)],
    )
    await table.flush()
  }
  await table.end()
  for (const made of indexes) await client.query(made)
  await client.query('vacuum analyze referral_fact')
}

const actorOf = (place: number): Actor => ({
  ...{ accountId: idOf(9, place), organizationId: idOf(1, place), contactId: null, roles: ['organization-staff'] },
  ...{ forcePasswordReset: false, sessionId: idOf(9, place), stage: 'whole', impersonatorId: null },
  authenticatedOn: new Date(today).toISOString(),
})
const share = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

const { templateUrl, stop } = await startTestDatabases()
try {
  const client = new pg.Client({ connectionString: templateUrl.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  await client.query('create database reports template template_hearthline')
  await client.end()
  const url = templateUrl.replace(/\/[^/]*$/, '/reports')
  const opened = openDatabase(url, 4)
  const direct = new pg.Client({ connectionString: url })
  await direct.connect()
  const begun = performance.now()
  await fill(url, direct)
  const filled = performance.now()
  await rollMonths(opened.database)
  const rolled = performance.now()
  await direct.query('vacuum analyze roll_month_organization')
  const services = { database: opened.database, config: { timeZone: 'America/New_York' } }
  const quarter = { startDate: '2026-04-01', endDate: '2026-06-29' }
  const year = { startDate: '2025-07-01', endDate: '2026-06-29' }
  const usual = () => actorOf(50 + Math.floor(random() * (organizations - 50)))
  const largest = () => actorOf(0)
  const report = (actor: () => Actor, query: object) => () =>
    reportOfOrganization(services, actor(), ReportQuery.parse({ side: oneOf(['incoming', 'outgoing']), ...query }))
  const calls: Record<string, () => Promise<unknown>> = {
    'usual organization, 90 days': report(usual, quarter),
    'usual organization, 12 months': report(usual, year),
    'usual organization, 12 months, one need and county': report(usual, {
      ...year,
      need: 'homelessness',
      county: '36029',
    }),
    'largest organization, 90 days': report(largest, quarter),
    'largest organization, 12 months': report(largest, year),
    ...Object.fromEntries(
      [2, 5, 10, 50].map((place) => [
        `organization ${place} by size, 12 months`,
        report(() => actorOf(place - 1), year),
      ]),
    ),
    'rows of the largest organization, 12 months': () =>
      listReportRows(services, largest(), ReportRowQuery.parse({ ...year, measure: 'gotHelp' })),
  }
  const sizes = await direct.query<{ largest: number; usual: number }>(
    `select max(n)::integer as largest, percentile_disc(0.5) within group (order by n)::integer as usual
     from (select count(*) as n from referral_fact group by recipient_id) counts`,
  )
  const bytes = await direct.query<{ size: string; rolled: string }>(
    `select pg_size_pretty(pg_total_relation_size('referral_fact')) as size, pg_size_pretty(pg_total_relation_size('roll_month_organization')) as rolled`,
  )
  console.log(
    `${facts} facts, ${organizations} organizations; received: ${sizes.rows[0]?.usual} by the one in the middle, ${sizes.rows[0]?.largest} by the largest`,
  )
  console.log(
    `Facts ${bytes.rows[0]?.size}, roll-up ${bytes.rows[0]?.rolled}; filled in ${Math.round((filled - begun) / 1000)} s, rolled up in ${Math.round((rolled - filled) / 1000)} s`,
  )
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before the calls\n`)
  console.log('| Call | median | 95th percentile |\n|---|--:|--:|')
  for (const [name, call] of Object.entries(calls)) {
    for (let at = 0; at < 5; at++) await call()
    const times: number[] = []
    for (let at = 0; at < runs; at++) {
      const start = performance.now()
      await call()
      times.push(performance.now() - start)
    }
    console.log(`| ${name} | ${share(times, 0.5).toFixed(0)} ms | ${share(times, 0.95).toFixed(0)} ms |`)
  }
  console.log(`\nLoad ${loadavg()[0]?.toFixed(1)} after the calls`)
  await direct.end()
  await opened.close()
} finally {
  await stop()
}
