import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeReferral, type Past } from '#test/report-stage.ts'
import type { ReportRow } from '../report.ts'
import { keepTimeZone, rebuildFacts } from './rebuild-facts.ts'
import { rollMonthsTask } from './roll-months.ts'

const ZONE = 'America/New_York'
const app = await startTestApp({ TIME_ZONE: ZONE })
const { database } = app
const PATH = '/api/report/organization'

/** An organization that sends referrals, and its report. */
async function makeSender() {
  const { id } = await makeOrganization(database)
  const { account, call } = await app.someone({ organizationId: id })
  const send = (to: string, sent: string, given: Partial<Past> = {}) =>
    makeReferral(database, { from: id, to, by: account.id, sent, ...given })
  const report = (words: string) => call('GET', `${PATH}?side=outgoing&${words}`)
  return { id, account, call, send, report }
}
interface Made {
  id: string
  name: string
}
const organizations = async (count: number) => {
  const made: Made[] = []
  for (let at = 0; at < count; at++) made.push(await makeOrganization(database))
  return made
}
const times = (count: number) => Array.from({ length: count }, (_, at) => at)
const spring = 'startDate=2025-03-01&endDate=2025-05-31'
const person = (postalCode?: string, language?: string, birthDate?: string) => ({
  ...(postalCode && { postalCode }),
  ...(language && { language }),
  ...(birthDate && { birthDate }),
})

it('REP-01 REP-02 every table begins with the most referrals, then goes by name or key, and ends with what is unknown', async () => {
  const { send, report } = await makeSender()
  const [one, two, rare] = (await organizations(3)).sort((a, b) => (a.id < b.id ? -1 : 1)) as [Made, Made, Made]
  const sent: [to: string, day: string, given: Partial<Past>][] = [
    [rare.id, '2025-05-07', { person: person('14201', 'es', '1950-01-01') }],
    [two.id, '2025-04-07', { person: person('10001', 'ar', '2019-01-01') }],
    [two.id, '2025-04-08', { need: 'homelessness', person: person('14201', 'ar', '1950-01-01') }],
    [one.id, '2025-03-10', { person: person('10001', 'es', '2019-01-01') }],
    [one.id, '2025-04-10', {}],
    [one.id, '2025-04-11', {}],
    [two.id, '2025-04-12', {}],
  ]
  for (const [to, day, given] of sent) await send(to, `${day}T15:00:00Z`, given)
  const { body } = await report(spring)
  const rows = (list: { item: { id: string } | null; sent: number }[]) =>
    list.map((row) => [row.item?.id ?? null, row.sent])
  expect(rows(body.byOrganization)).toEqual([
    [one.id, 3],
    [two.id, 3],
    [rare.id, 1],
  ])
  expect(rows(body.byZip)).toEqual([
    ['10001', 2],
    ['14201', 2],
    [null, 3],
  ])
  const keyed = (list: Record<string, unknown>[], key: string) => list.map((row) => [row[key], row.sent])
  expect(keyed(body.byLanguage, 'language')).toEqual([
    ['ar', 2],
    ['es', 2],
    [null, 3],
  ])
  expect(keyed(body.byAge, 'ageBand')).toEqual([
    ['6-17', 2],
    ['65+', 2],
    [null, 3],
  ])
  expect(keyed(body.byNeed, 'need')).toEqual([
    ['food-insecurity', 6],
    ['homelessness', 1],
  ])
  // Months in their order, whatever their counts.
  expect(keyed(body.byMonth, 'month')).toEqual([
    ['2025-03-01', 1],
    ['2025-04-01', 5],
    ['2025-05-01', 1],
  ])
})

it('REP-02 states, reasons and outcomes begin with the most frequent, and whatever has no reason counts as other', async () => {
  const { send, report } = await makeSender()
  const [to] = await organizations(1)
  const closed = { answered: '2025-04-08T15:00:00Z', closed: '2025-04-09T15:00:00Z' }
  const made: [count: number, given: Partial<Past>][] = [
    [1, { status: 'Sent' }],
    [3, { status: 'Expired' }],
    [1, { status: 'Declined', reason: 'moved' }],
    [1, { status: 'Declined', reason: 'not eligible' }],
    [2, { status: 'Declined', reason: 'Our dog is ill.' }],
    [1, { status: 'Declined' }],
    [1, { status: 'Closed: Unresolved', reason: 'moved', ...closed }],
    [3, { status: 'Closed: Unresolved', reason: 'no funds', ...closed }],
    [2, { status: 'Closed: Resolved', outcome: 'got help', ...closed }],
    [1, { status: 'Closed: Resolved', outcome: 'enrolled', ...closed }],
    [2, { status: 'Closed: Resolved', ...closed }],
  ]
  for (const [count, given] of made)
    for (const _ of times(count)) await send(to?.id ?? '', '2025-04-07T15:00:00Z', given)
  const { body } = await report(spring)
  expect(body.byStatus).toEqual([
    { statusClass: 'declined', count: 5 },
    { statusClass: 'resolved', count: 5 },
    { statusClass: 'unresolved', count: 4 },
    { statusClass: 'expired', count: 3 },
    { statusClass: 'waiting', count: 1 },
  ])
  expect(body.reasons).toEqual([
    { statusClass: 'declined', reason: 'other', count: 3 },
    { statusClass: 'declined', reason: 'moved', count: 1 },
    { statusClass: 'declined', reason: 'not eligible', count: 1 },
    { statusClass: 'unresolved', reason: 'no funds', count: 3 },
    { statusClass: 'unresolved', reason: 'moved', count: 1 },
  ])
  expect(body.outcomes).toEqual([
    { outcome: 'got help', count: 2 },
    { outcome: 'other', count: 2 },
    { outcome: 'enrolled', count: 1 },
  ])
})

it('REP-02 a need that took four tries or more counts once, in the last row', async () => {
  const { send, report } = await makeSender()
  const [to] = await organizations(1)
  const tries = async (count: number) => {
    const first = await send(to?.id ?? '', '2025-04-01T15:00:00Z')
    for (const at of times(count - 1)) await send(to?.id ?? '', `2025-04-0${at + 2}T15:00:00Z`, first)
  }
  for (const count of [1, 3, 4, 5, 1]) await tries(count)
  const { tries: found, total } = (await report(spring)).body
  expect(found).toEqual([
    { tries: 1, needs: 2 },
    { tries: 3, needs: 1 },
    { tries: 4, needs: 2 },
  ])
  expect([total.sent, total.needs, total.people]).toEqual([14, 5, 5])
})

it('REP-01 lists twenty organizations and combines the others', async () => {
  const { send, report } = await makeSender()
  const recipients = await organizations(23)
  for (const [at, { id }] of recipients.slice(0, 20).entries())
    for (const _ of times(at === 7 ? 3 : 2)) await send(id, '2025-04-02T15:00:00Z')
  const listed = async () => (await report(spring)).body.byOrganization
  expect((await listed()).map(({ others }: { others: number | null }) => others)).toEqual(Array(20).fill(null))
  expect((await listed())[0]).toMatchObject({ item: { id: recipients[7]?.id, name: recipients[7]?.name }, sent: 3 })
  for (const [at, { id }] of recipients.slice(20).entries())
    await send(id, '2025-04-02T15:00:00Z', at ? { status: 'Declined', reason: 'no capacity' } : {})
  const all = await listed()
  expect(all).toHaveLength(21)
  expect(all.at(-1)).toMatchObject({ item: null, others: 3, sent: 3, declined: 2, noCapacity: 2, waiting: 1 })
})

it('REP-03 a report is of the last ninety days unless days are given, and compares with as many before', async () => {
  const { report, call } = await makeSender()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date())
  const away = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
  const periodOf = async (words: string) => {
    const { status, body } = await report(words)
    return status === 200 ? [body.startDate, body.endDate, body.before.startDate, body.before.endDate] : body.errors
  }
  const usual = [away(today, -89), today, away(today, -179), away(today, -90)]
  for (const words of ['', 'startDate=&endDate=&compare=']) expect(await periodOf(words)).toEqual(usual)
  expect((await periodOf(`startDate=${away(today, -5)}`)).slice(0, 2)).toEqual([away(today, -5), today])
  expect(await periodOf('startDate=2099-05-05')).toEqual(['2099-05-05', '2099-05-05', '2099-05-04', '2099-05-04'])
  expect(await periodOf('endDate=2026-03-31')).toEqual(['2026-01-01', '2026-03-31', '2025-10-03', '2025-12-31'])
  const year = (startDate: string, endDate: string) =>
    periodOf(`startDate=${startDate}&endDate=${endDate}&compare=year`)
  expect(await year('2024-02-29', '2024-03-31')).toEqual(['2024-02-29', '2024-03-31', '2023-02-28', '2023-03-31'])
  expect(await year('2025-02-28', '2025-02-28')).toEqual(['2025-02-28', '2025-02-28', '2024-02-28', '2024-02-28'])
  const rows = (await call('GET', `${PATH}/rows?side=outgoing&endDate=2026-03-31`)).body
  expect([rows.startDate, rows.endDate, rows.items, rows.totalCount]).toEqual(['2026-01-01', '2026-03-31', [], 0])
})

it('REP-03 a period that is too early, too long or ends early stands at its field', async () => {
  const { report, call } = await makeSender()
  const early = [{ path: 'endDate', message: 'period-ends-early' }]
  const long = [{ path: 'endDate', message: 'period-too-long' }]
  for (const [startDate, endDate, errors] of [
    ['1970-01-01', '1970-01-01', undefined],
    ['1969-12-31', '1970-01-01', [{ path: 'startDate', message: 'period-too-early' }]],
    ['', '1970-02-01', [{ path: 'startDate', message: 'period-too-early' }]],
    ['', '1969-12-31', [{ path: 'endDate', message: 'period-too-early' }]],
    ['9000-01-01', '9000-01-01', undefined],
    ['9000-01-01', '9000-01-02', long],
    ['2026-03-02', '2026-03-02', undefined],
    ['2026-03-02', '2026-03-01', early],
    // 1830 days
    ['2020-01-01', '2025-01-03', undefined],
    ['2020-01-01', '2025-01-04', long],
  ] as const) {
    const words = `startDate=${startDate}&endDate=${endDate}`
    for (const { status, body } of [await report(words), await call('GET', `${PATH}/rows?${words}`)])
      expect([words, status, body.errors]).toEqual([words, errors ? 400 : 200, errors])
  }
})

it('REP-02 rows are narrowed by state and reason, name the other organization, and come page by page', async () => {
  const { send, call } = await makeSender()
  const [one, two] = (await organizations(2)) as [Made, Made]
  const sent = async (to: string, day: string, given: Partial<Past> = {}) =>
    (await send(to, `${day}T15:00:00Z`, given)).id
  const moved = await sent(one.id, '2025-04-01', { status: 'Declined', reason: 'moved' })
  const full = await sent(two.id, '2025-04-02', { status: 'Declined', reason: 'no capacity' })
  const closed = { answered: '2025-04-04T15:00:00Z', closed: '2025-04-05T15:00:00Z' }
  const left = await sent(one.id, '2025-04-03', { status: 'Closed: Unresolved', reason: 'moved', ...closed })
  const same = [await sent(one.id, '2025-04-04'), await sent(two.id, '2025-04-04')].sort().reverse()
  const rows = async (words = '') =>
    (await call('GET', `${PATH}/rows?side=outgoing&${spring}&${words}`)).body as {
      items: ReportRow[]
      totalCount: number
      nextCursor: string | null
    }
  const ids = async (words: string) => (await rows(words)).items.map(({ referralId }) => referralId)
  expect(await ids('')).toEqual([...same, left, full, moved])
  expect(await ids('statusClass=declined')).toEqual([full, moved])
  expect(await ids('reason=moved')).toEqual([left, moved])
  expect(await ids('statusClass=declined&reason=moved')).toEqual([moved])
  expect(await ids(`withOrganizationId=${two.id}&measure=declined`)).toEqual([full])
  expect((await rows('reason=moved')).items).toEqual([
    {
      ...{ referralId: left, sentDay: '2025-04-03', need: 'food-insecurity', statusClass: 'unresolved' },
      ...{ reason: 'moved', outcome: null, organization: { id: one.id, name: one.name } },
    },
    expect.objectContaining({
      referralId: moved,
      statusClass: 'declined',
      organization: { id: one.id, name: one.name },
    }),
  ])
  for (const limit of [1, 2, 4]) {
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await rows(`limit=${limit}${cursor && `&cursor=${cursor}`}`)
      expect([page.items.length <= limit, page.totalCount]).toEqual([true, 5])
      found.push(...page.items.map(({ referralId }) => referralId))
      cursor = page.nextCursor
    }
    expect(found).toEqual([...same, left, full, moved])
  }
  expect((await rows('limit=5')).nextCursor).toBeNull()
  // What the organization received is another list.
  expect((await call('GET', `${PATH}/rows?side=incoming&${spring}`)).body.totalCount).toBe(0)
})

it('REP-03 a report says what its filters chose', async () => {
  const { report } = await makeSender()
  const [to] = (await organizations(1)) as [Made]
  expect((await report(spring)).body.chosen).toEqual({ organization: null, county: null })
  const { chosen } = (await report(`${spring}&withOrganizationId=${to.id}&county=36029`)).body
  expect(chosen).toEqual({ organization: to.name, county: 'Erie County, NY' })
  expect((await report(`${spring}&county=99999`)).body.chosen.county).toBe('99999')
  for (const [word, path, message] of [
    ['county=1', 'county', 'county-format'],
    ['zip=1420', 'zip', 'zip-format'],
  ] as const)
    expect((await report(`${spring}&${word}`)).body.errors).toEqual([{ path, message }])
})

it('REP-07 months are rolled up once they are over, those without referrals as well, and by one process at a time', async () => {
  const { send } = await makeSender()
  const [to] = await organizations(1)
  await send(to?.id ?? '', '2024-12-15T15:00:00Z')
  await send(to?.id ?? '', new Date().toISOString())
  await app.runTask(rollMonthsTask)
  const rolled = async () =>
    (
      await sql<{ month: string }>`select to_char(month, 'YYYY-MM') as month from report_month order by 1`.execute(
        database,
      )
    ).rows.map(({ month }) => month)
  const first = new Date(
    (await sql<{ day: string }>`select min(sent_day)::text as day from referral_fact`.execute(database)).rows[0]?.day ??
      '',
  )
  // A day into the next month.
  const last = new Date(Date.now() - 86_400_000)
  const months: string[] = []
  for (
    let at = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth()));
    ;
    at.setUTCMonth(at.getUTCMonth() + 1)
  ) {
    const month = at.toISOString().slice(0, 7)
    if (month >= last.toISOString().slice(0, 7)) break
    months.push(month)
  }
  expect(await rolled()).toEqual(months)
  const changes = async () => (await sql`select from report_change`.execute(database)).rows.length
  await send(to?.id ?? '', '2024-12-16T15:00:00Z')
  expect(await changes()).toBeGreaterThan(0)
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('roll report months', 0))`.execute(transaction)
    await app.runTask(rollMonthsTask)
    expect(await changes()).toBeGreaterThan(0)
  })
  await app.runTask(rollMonthsTask)
  expect(await changes()).toBe(0)
})

it('REP-07 a rebuild says how many facts were wrong, and another time zone than before rebuilds them', async () => {
  const { send } = await makeSender()
  const [to] = await organizations(1)
  const { id } = await send(to?.id ?? '', '2025-04-02T02:00:00Z')
  const day = async () =>
    (
      await sql<{
        day: string
      }>`select sent_day::text as day from referral_fact where referral_id = ${id}::uuid`.execute(database)
    ).rows[0]?.day
  const spoil = () =>
    sql`update referral_fact set sent_day = '2001-01-01' where referral_id = ${id}::uuid`.execute(database)
  expect(await rebuildFacts(database)).toBe(0)
  await spoil()
  expect([await rebuildFacts(database), await rebuildFacts(database), await day()]).toEqual([1, 0, '2025-04-01'])
  await spoil()
  await keepTimeZone(database, ZONE)
  expect(await day()).toBe('2001-01-01')
  await keepTimeZone(database, 'UTC')
  expect(await day()).toBe('2025-04-02')
  await keepTimeZone(database, ZONE)
  expect(await day()).toBe('2025-04-01')
})
