import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { rollMonthsTask } from '#casework/reports/server/roll-months.ts'
import type { UnmetReport } from '#casework/unmet-needs/unmet-need.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { howOften } from '#test/how-often.ts'
import { makeUnmet } from '#test/unmet-needs.ts'
import type { NetworkReport } from '../network-report.ts'

const product = await startTestApp()
const { database } = product
const [COOK, DUPAGE] = ['17031', '17043'] as const
const zipOf = { [COOK]: '60602', [DUPAGE]: '60540' }
const PATH = '/api/report/network'

const organization = async () => {
  const { id } = await makeOrganization(database)
  const { account, call } = await product.someone({ organizationId: id, roles: ['organization-staff'] })
  return { id, call, account }
}
const [sender, recipient] = [await organization(), await organization()]
const admin = await product.someone({ roles: ['platform-admin'] })
const make = (count: number, given: Parameters<typeof makeUnmet>[2]) =>
  makeUnmet(
    { database, organizationId: sender.id, recipientId: recipient.id, accountId: sender.account.id },
    count,
    given,
  )
const read = async (query: Record<string, string>, call = admin.call): Promise<NetworkReport> => {
  const { status, body } = await call('GET', `${PATH}?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}
const withoutTime = ({ asOf: _, ...report }: NetworkReport) => report

it('REP-01 REP-04 platform admins see the network in multiples of 11, rolled up or not, and nobody else does', async () => {
  for (const { call } of [sender, await product.someone({ roles: ['data-manager'] })])
    expect((await call('GET', PATH)).status).toBe(403)
  await make(1, { day: '2023-04-06', reason: 'no capacity' })
  await make(43, { day: '2023-05-06', status: 'Closed: Resolved' })
  await sql`update referral set outcome = 'enrolled', responded_on = sent_on + interval '30 hours', closed_on = sent_on + interval '3 days'
    where status = 'Closed: Resolved'`.execute(database)
  const period = { from: '2023-Q2', to: '2023-Q2' }
  await sql`delete from report_month`.execute(database)
  const live = await read(period)
  // 43 got help and one had no room: 33 or 44 and 0 or 11, which add up to 44.
  expect(live.total.sent).toEqual({ count: 44, margin: 10 })
  expect([33, 44]).toContain(live.total.gotHelp.count)
  expect(live.total.gotHelp.count + live.total.noCapacity.count).toBe(44)
  // Of a Saturday, working time begins on Monday.
  expect(live.byAnswer.map(({ days }) => days)).toEqual(['1'])
  expect([live.byState, live.byCounty].map(([row]) => row?.area.name)).toEqual(['Illinois', 'Cook County, IL'])
  await product.runTask(rollMonthsTask)
  expect(withoutTime(await read(period))).toEqual(withoutTime(live))
  const inJuly = await read({ from: '2023-Q3', to: '2023-Q3' })
  expect([inJuly.total.sent.count, inJuly.totalBefore]).toEqual([0, live.total])
  // Late outcomes count within minutes.
  await sql`update referral set outcome = 'other' where status = 'Closed: Resolved'`.execute(database)
  await product.runTask(rollMonthsTask)
  expect((await read(period)).byEnding.map(({ ending }) => ending)).toContain('resolved')
  expect((await read(period)).total.gotHelp.count).toBe(0)
})

it('REP-03 a wrong filter stands at its field', async () => {
  const wrong = async (query: string) => (await admin.call('GET', `${PATH}?${query}`)).body.errors
  expect(await wrong('need=legal-help&area=17')).toEqual([{ path: 'area', message: 'one-filter' }])
  expect(await wrong('area=1')).toMatchObject([{ path: 'area', message: 'area-format' }])
  expect(await wrong('from=2023-Q2&to=2023-Q1')).toEqual([{ path: 'to', message: 'end-before-start' }])
  expect(await wrong('from=2013-Q2&to=2023-Q1')).toEqual([{ path: 'from', message: 'too-many-quarters' }])
})

it('REP-04 an admin who also does casework sees the others’, and only with their rounding', async () => {
  await make(40, { day: '2019-02-06', reason: 'no funds' })
  const both = await product.someone({
    organizationId: recipient.id,
    roles: ['platform-admin', 'organization-staff'],
  })
  const period = { from: '2019-Q1', to: '2019-Q1' }
  const [all, others] = [await read(period), await read(period, both.call)]
  expect([all.isWithoutOwn, others.isWithoutOwn]).toEqual([false, true])
  expect([33, 44]).toContain(all.total.sent.count)
  expect(others.total.sent).toEqual({ count: 0, margin: 10 })
  await product.runTask(rollMonthsTask)
  // The roll-up is older than what is taken away from it.
  await make(40, { day: '2019-02-07', reason: 'no funds' })
  expect((await read(period, both.call)).total.sent.count).toBe(0)
})

const needs = ['food-insecurity', 'legal-help']
const quarters = ['2021-Q1', '2021-Q2']
const counties = [COOK, DUPAGE] as const
const kinds = ['waiting', 'open', 'declined', 'helped', 'noCapacity', 'noFunds'] as const
const rooms = ['noCapacity', 'noFunds'] as const
const given = {
  waiting: { status: 'Sent' },
  open: { status: 'Accepted' },
  declined: { reason: 'not eligible' },
  helped: { status: 'Closed: Resolved' },
  noCapacity: { reason: 'no capacity' },
  noFunds: { reason: 'no funds' },
}

/** Everything that a platform admin can ask of single quarters, by what it counts; and that files and sums say the same. */
async function askEverything() {
  const shown = new Map<string, number>()
  const periods = quarters.flatMap((from, n) => quarters.slice(n).map((to) => ({ from, to })))
  const areas: Record<string, string>[] = ['17', ...counties].map((area) => ({ area }))
  for (const filter of [{}, ...needs.map((need) => ({ need })), ...areas] as Record<string, string>[])
    for (const { from, to } of periods) {
      const query: Record<string, string> = { ...filter, from, to }
      const report = await read(query)
      const at = filter.need ?? filter.area ?? ''
      const numbers: [string, number][] = [
        ...(at ? [] : [['all', report.total.sent.count] as [string, number]]),
        ...kinds.map((kind): [string, number] => [
          `${kind} ${at}`.trim(),
          report.byEnding.find(({ ending }) => ending === kind)?.count.count ?? 0,
        ]),
      ]
      for (const [name, count] of numbers) {
        expect(count % 11).toBe(0)
        if (from === to) shown.set(`${from} ${name}`, count)
      }
      // A sum of quarters is the sum of what each of them says.
      if (from !== to) {
        const within = quarters.filter((quarter) => quarter >= from && quarter <= to)
        const parts = await Promise.all(within.map((quarter) => read({ ...filter, from: quarter, to: quarter })))
        for (const key of ['sent', 'gotHelp', 'noCapacity', 'answered', 'accepted'] as const)
          expect(report.total[key]?.count ?? 0).toBe(
            parts.reduce((sum, { total }) => sum + (total[key]?.count ?? 0), 0),
          )
        continue
      }
      const file = async (kind: string) =>
        (await admin.call('GET', `${PATH}/export?${new URLSearchParams({ ...query, file: kind })}`)).bytes.toString()
      const { definitions, counts, figures, filters, ...same } = JSON.parse(await file('json'))
      expect([withoutTime(same), Object.keys(definitions).length, counts.length > 100]).toEqual([
        withoutTime(report),
        figures.length,
        true,
      ])
      expect(Object.keys(filters)).toHaveLength(at ? 1 : 0)
      const rows = (await file('csv')).split('\r\n').map((line) => line.split(','))
      const inFile = rows
        .filter(([, , , , unit]) => unit === 'referrals')
        .flatMap(([, value, , before]) => [value, before])
      expect(inFile.length).toBeGreaterThan(12)
      expect(inFile.filter((value) => Number(value) % 11 !== 0)).toEqual([])
      expect(rows.find(([name]) => name === 'Referrals')?.[1]).toBe(String(report.total.sent.count))
    }
  for (const quarter of quarters)
    for (const need of ['', ...needs]) {
      const query = { state: '17', from: quarter, to: quarter, ...(need && { need }) }
      const { body } = await admin.call('GET', `/api/report/unmetNeeds/?${new URLSearchParams(query)}`)
      const report: UnmetReport = body
      for (const kind of rooms) {
        const of = (fips: string) => report.counties.find((county) => county.fips === fips)?.[kind].count ?? 0
        if (need) {
          for (const county of counties) shown.set(`${quarter} ${kind} ${county} ${need}`, of(county))
          // Both reports add up the same cells.
          expect(shown.get(`${quarter} ${kind} ${need}`)).toBe(of(COOK) + of(DUPAGE))
        } else {
          for (const county of counties) expect(shown.get(`${quarter} ${kind} ${county}`)).toBe(of(county))
          expect(shown.get(`${quarter} ${kind} 17`)).toBe(report.total[kind].count)
        }
      }
    }
  return shown
}

type Bounds = Map<string, [number, number]>
/** Every published count is next to the true one, and parts add up: narrows what the true ones can be until nothing changes. */
function narrow(bounds: Bounds, wholes: string[][]) {
  const of = (at: string) => bounds.get(at) as [number, number]
  const sum = (list: string[], end: 0 | 1) => list.reduce((all, at) => all + of(at)[end], 0)
  for (let changed = true; changed; ) {
    changed = false
    const set = (at: string, low: number, high: number) => {
      const [from, to] = of(at)
      if (low > from || high < to) changed = true
      bounds.set(at, [Math.max(low, from), Math.min(high, to)])
    }
    for (const [whole = '', ...parts] of wholes) {
      set(whole, sum(parts, 0), sum(parts, 1))
      for (const part of parts) {
        const rest = parts.filter((each) => each !== part)
        set(part, of(whole)[0] - sum(rest, 1), of(whole)[1] - sum(rest, 0))
      }
    }
  }
}
const wholesOf = (quarter: string) =>
  [
    ['all', ...kinds],
    ...kinds.flatMap((kind) => [
      [kind, `${kind} 17`],
      [`${kind} 17`, ...counties.map((county) => `${kind} ${county}`)],
      [kind, ...needs.map((need) => `${kind} ${need}`)],
    ]),
    ...rooms.flatMap((kind) => [
      ...counties.map((county) => [`${kind} ${county}`, ...needs.map((need) => `${kind} ${county} ${need}`)]),
      ...needs.map((need) => [`${kind} ${need}`, ...counties.map((county) => `${kind} ${county} ${need}`)]),
    ]),
  ].map((list) => list.map((at) => `${quarter} ${at}`))
/** A sum over counties, which is no count of the tree: it can be as far off as its parts together. */
const isSum = (at: string) => /no[CF]\w+ (food|legal)/.test(at)
const marginOf = (at: string) => (isSum(at) ? 20 : 10)

async function truth() {
  const { rows } = await sql<{ quarter: string; ending: string; county: string; need: string; n: number }>`
    select to_char(sent_day, 'YYYY"-Q"Q') as quarter, referral_ending(status_class, outcome, reason) as ending, county, need, count(*)::integer as n
    from referral_fact where sent_day between '2021-01-01' and '2021-12-31' group by 1, 2, 3, 4`.execute(database)
  const counts = new Map<string, number>()
  for (const { quarter, ending, county, need, n } of rows)
    for (const at of [
      'all',
      ending,
      `${ending} 17`,
      `${ending} ${county}`,
      `${ending} ${need}`,
      `${ending} ${county} ${need}`,
    ])
      counts.set(`${quarter} ${at}`, (counts.get(`${quarter} ${at}`) ?? 0) + n)
  return counts
}

it('REP-04 REP-05 every filter, file and period of both reports together leaves each count of 1 to 10 open, today and tomorrow', async () => {
  let tried = 0
  for (let round = 0; round < howOften(1, 20); round++) {
    await database.deleteFrom('referral').execute()
    await database.deleteFrom('referralRequest').execute()
    for (const quarter of quarters)
      for (const county of counties)
        for (const need of needs)
          for (const kind of kinds) {
            const day = `2021-0${Number(quarter.slice(-1)) * 3 - 1}-15`
            await make(Math.floor(Math.random() * 7), { day, need, zip: zipOf[county], ...given[kind] })
          }
    await sql`update referral set outcome = 'got help' where status = 'Closed: Resolved'`.execute(database)
    await product.runTask(rollMonthsTask)
    const bounds: Bounds[] = []
    for (let day = 0; day < 2; day++) {
      const [shown, counts] = [await askEverything(), await truth()]
      // Asking again says the same.
      if (day === 0) expect(await askEverything()).toEqual(shown)
      const narrowed: Bounds = new Map(
        [...shown].map(([at, count]) => [at, [Math.max(0, count - marginOf(at)), count + marginOf(at)]]),
      )
      // No referral was sent between: what both days say of all of a quarter is about the same number.
      for (const quarter of quarters) {
        const [low, high] = bounds[0]?.get(`${quarter} all`) ?? [0, 1000]
        const [from, to] = narrowed.get(`${quarter} all`) as [number, number]
        narrowed.set(`${quarter} all`, [Math.max(low, from), Math.min(high, to)])
      }
      narrow(narrowed, quarters.flatMap(wholesOf))
      bounds.push(narrowed)
      for (const [at, [low, high]] of narrowed) {
        const count = counts.get(at) ?? 0
        expect([at, low <= count, count <= high]).toEqual([at, true, true])
        if (count < 1 || count > 10) continue
        tried++
        // Of a sum, the parts say that it is at least as many as they are, but then never that it is at most ten.
        expect([at, (low <= 1 && high >= 10) || (isSum(at) && high > 10)]).toEqual([at, true])
      }
      // The next day, some of those that waited were declined.
      await sql`update referral set status = 'Declined', reason = 'no capacity' where id in (
        select id from referral where status = 'Sent' order by id limit 15)`.execute(database)
      await product.runTask(rollMonthsTask)
    }
  }
  expect(tried).toBeGreaterThan(100)
})
