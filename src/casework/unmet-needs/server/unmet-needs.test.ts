import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { howOften } from '#test/how-often.ts'
import { makeUnmet } from '#test/unmet-needs.ts'
import type { Figure, UnmetReport } from '../unmet-need.ts'

const product = await startTestApp()
const { database } = product
const organization = async (roles: ['organization-staff'] | ['organization-admin'] = ['organization-staff']) => {
  const { id } = await makeOrganization(database)
  const { account, call } = await product.someone({ organizationId: id, roles })
  return { id, call, make: { database, organizationId: id, accountId: account.id } }
}
type Organization = Awaited<ReturnType<typeof organization>>
const [COOK, DUPAGE] = ['17031', '17043']
const LOOP = '60602'
const NAPERVILLE = '60540'

const report = async (
  { call }: Pick<Organization, 'call'>,
  query: Record<string, string> = {},
): Promise<UnmetReport> => {
  const { status, body } = await call(
    'GET',
    `/api/report/unmetNeeds/?${new URLSearchParams({ state: '17', ...query })}`,
  )
  expect(status).toBe(200)
  return body
}
const exact = (count: number) => ({ count, lowest: count, highest: count })

it('REP-05 counts open needs, and declines for lack of capacity or money, by county, ZIP code, need and quarter', async () => {
  const [own, other] = [await organization(), await organization()]
  const to = { ...own.make, recipientId: other.id }
  await makeUnmet(own.make, 2, { day: '2024-02-10', zip: LOOP })
  await makeUnmet(own.make, 1, { day: '2024-05-10', zip: NAPERVILLE })
  await makeUnmet(own.make, 1, { day: '2024-02-10', zip: 'unknown' })
  await makeUnmet(to, 3, { day: '2024-03-31', zip: LOOP, need: 'legal-help', reason: 'no capacity' })
  await makeUnmet(to, 1, { day: '2024-04-01', zip: LOOP, need: 'legal-help', reason: 'no funds' })
  await makeUnmet(to, 1, { day: '2024-02-01', zip: LOOP, reason: 'not eligible' })
  const first = await report(own, { scope: 'own', from: '2024-Q1', to: '2024-Q1' })
  expect(first.total).toEqual({ open: exact(6), noCapacity: exact(3), noFunds: exact(0) })
  expect(first.counties.map(({ fips, open }) => [fips, open.count])).toEqual([[COOK, 6]])
  expect(first.zips?.map(({ zip, town, noCapacity }) => [zip, town, noCapacity.count])).toEqual([[LOOP, 'Chicago', 3]])
  expect(first.needs.map(({ need, open, noCapacity }) => [need, open.count, noCapacity.count])).toEqual([
    ['food-insecurity', 3, 0],
    ['legal-help', 3, 3],
  ])
  expect(first.nowhere.open.count).toBe(1)
  const both = await report(own, { scope: 'own', from: '2024-Q1', to: '2024-Q2', need: 'legal-help' })
  expect(both.total).toEqual({ open: exact(4), noCapacity: exact(3), noFunds: exact(1) })
  expect(both.nowhere.open.count).toBe(0)
  const half = await report(own, { scope: 'own', from: '2024-Q1', to: '2024-Q2' })
  expect(half.zips?.map(({ zip, open }) => [zip, open.count])).toEqual([
    [NAPERVILLE, 1],
    [LOOP, 7],
  ])
  // A need that is met or ended counts no more; the recipient of a referral counts its decline as well.
  await database
    .updateTable('referralRequest')
    .set({ status: 'completed' })
    .where('organizationId', '=', own.id)
    .execute()
  expect((await report(own, { scope: 'own', from: '2024-Q1', to: '2024-Q2' })).total.open).toEqual(exact(0))
  await database.updateTable('referralRequest').set({ status: 'active' }).where('organizationId', '=', own.id).execute()
  const received = await report(other, { scope: 'own', from: '2024-Q1', to: '2024-Q2' })
  // It may not know these people any more, so not where they live either.
  expect([received.total, received.nowhere]).toEqual([
    { open: exact(0), noCapacity: exact(0), noFunds: exact(0) },
    { open: exact(0), noCapacity: exact(3), noFunds: exact(1) },
  ])
})

it('REP-04 REP-05 a need that an organization is asked to meet is its own while it works on it, and never among the others', async () => {
  const [own, other] = [await organization(), await organization()]
  await makeUnmet({ ...own.make, recipientId: other.id }, 40, { day: '2020-02-10', status: 'Sent' })
  const period = { from: '2020-Q1', to: '2020-Q1' }
  const openOf = async (who: Organization, scope: string) => (await report(who, { ...period, scope })).total.open
  expect(await openOf(other, 'own')).toEqual(exact(40))
  expect(await openOf(other, 'network')).toEqual({ count: 40, lowest: 40, highest: 50 })
  await database
    .updateTable('referral')
    .set({ status: 'Expired' })
    .where('recipientOrganizationId', '=', other.id)
    .execute()
  expect(await openOf(other, 'own')).toEqual(exact(0))
  expect(await openOf(other, 'network')).toEqual({ count: 0, lowest: 0, highest: 10 })
  expect((await openOf(await organization(), 'network')).count).toBeGreaterThan(29)
})

it('REP-01 REP-05 REP-06 with a need, ZIP codes count one’s own people with this need alone', async () => {
  const own = await organization()
  await makeUnmet(own.make, 2, { day: '2019-02-10', zip: LOOP })
  await makeUnmet(own.make, 1, { day: '2019-02-10', zip: LOOP, need: 'legal-help' })
  await makeUnmet(own.make, 3, { day: '2019-02-10', zip: NAPERVILLE })
  const query = { from: '2019-Q1', to: '2019-Q1', need: 'legal-help' }
  const { total, zips } = await report(own, { ...query, scope: 'own' })
  expect([total.open, zips?.map(({ zip, open }) => [zip, open])]).toEqual([exact(1), [[LOOP, exact(1)]]])
  expect((await report(own, query)).zips).toBeNull()
  const { bytes } = await own.call(
    'GET',
    `/api/report/unmetNeeds/export?${new URLSearchParams({ ...query, scope: 'own', state: '17' })}`,
  )
  const inZips = bytes
    .toString()
    .split('\r\n')
    .filter((line: string) => line.startsWith('ZIP code,'))
  expect(inZips).toEqual([`ZIP code,${LOOP},Chicago,1,1,1,0,0,0,0,0,0`])
})

it('REP-05 searches without a result stand beside them, by the first digits of the ZIP code', async () => {
  const { call } = await organization()
  const miss = { categoryId: null, words: 'diapers', day: '2023-02-03' }
  await database
    .insertInto('searchMiss')
    .values([
      { ...miss, zipArea: '606', nothing: 33, relaxed: 50 },
      { ...miss, zipArea: '100', nothing: 44 },
      { ...miss, zipArea: null, nothing: 22 },
    ])
    .execute()
  expect((await report({ call }, { from: '2023-Q1', to: '2023-Q1' })).searches).toEqual([
    { zipArea: '606', count: { count: 33, lowest: 23, highest: 43 } },
    { zipArea: null, count: { count: 22, lowest: 12, highest: 32 } },
  ])
})

it('REP-04 REP-05 others see multiples of 11, in the call and in the file, and one’s own people are added exactly', async () => {
  const [own, other] = [await organization(), await organization()]
  await makeUnmet(other.make, 7, { day: '2022-02-10', zip: LOOP })
  await makeUnmet(other.make, 30, { day: '2022-02-10', zip: NAPERVILLE })
  await makeUnmet(own.make, 4, { day: '2022-02-10', zip: NAPERVILLE })
  const period = { from: '2022-Q1', to: '2022-Q1' }
  const { body: admin } = await product
    .someone({ roles: ['platform-admin'] })
    .then(({ call }) => call('GET', `/api/report/unmetNeeds/?${new URLSearchParams({ ...period, state: '17' })}`))
  const seen = await report(own, period)
  const figures = (all: UnmetReport) => [
    all.total.open,
    ...all.counties.map(({ open }) => open),
    ...(all.zips ?? []).map(({ open }) => open),
  ]
  expect(figures(admin).every(({ count, lowest, highest }: Figure) => count % 11 === 0 && highest - lowest >= 10)).toBe(
    true,
  )
  expect(figures(admin)).not.toContainEqual(expect.objectContaining({ count: 7 }))
  const dupage = seen.counties.find(({ fips }) => fips === DUPAGE)?.open as Figure
  expect([dupage.count % 11, dupage.lowest >= 4, dupage.highest - dupage.count]).toEqual([4, true, 10])
  expect([dupage.lowest <= 34, dupage.highest >= 34]).toEqual([true, true])
  // What is shown does not change by asking again.
  expect((await report(own, period)).counties).toEqual(seen.counties)
  const { bytes } = await own.call(
    'GET',
    `/api/report/unmetNeeds/export?${new URLSearchParams({ ...period, state: '17' })}`,
  )
  const lines = bytes.toString().split('\r\n')
  expect(lines).toContain(
    `County,${DUPAGE},DuPage County,${dupage.count},${dupage.lowest},${dupage.highest},0,0,10,0,0,10`,
  )
  const inZip = seen.zips?.find(({ zip }) => zip === NAPERVILLE)?.open as Figure
  expect(lines).toContain(
    `ZIP code,${NAPERVILLE},Naperville,${inZip.count},${inZip.lowest},${inZip.highest},0,0,10,0,0,10`,
  )
  expect(lines[0]).toBe('\uFEFFWhere help is missing,Network')
  expect(lines).toContain('Quarters,2022-Q1 – 2022-Q1')
})

it('REP-04 REP-05 no filter says more than the published counts of single quarters, and they leave every small count open', async () => {
  const needs = ['food-insecurity', 'legal-help']
  const quarters = ['2021-Q1', '2021-Q2', '2021-Q3']
  for (let round = 0; round < howOften(1, 20); round++) {
    const [reader, one, two] = [await organization(), await organization(), await organization()]
    const truth = new Map<string, number>()
    await database.deleteFrom('referral').execute()
    await database.deleteFrom('referralRequest').execute()
    for (const who of [reader, one, two])
      for (const quarter of quarters)
        for (const need of needs)
          for (const zip of [LOOP, NAPERVILLE]) {
            const count = Math.floor(Math.random() * 9)
            await makeUnmet(who.make, count, { day: `2021-0${Number(quarter.slice(-1)) * 3 - 1}-15`, need, zip })
            if (who === reader) continue
            for (const at of [`${zip} ${quarter}`, `${zip} ${quarter} ${need}`, `total ${quarter}`])
              truth.set(at, (truth.get(at) ?? 0) + count)
          }
    /** What a reader can ask of others' people: every figure minus one's own, by place. */
    const asked = async (query: Record<string, string>) => {
      const own = await report(reader, { ...query, scope: 'own' })
      const all = await report(reader, query)
      const find = (from: UnmetReport, fips: string) =>
        from.counties.find((county) => county.fips === fips)?.open.count ?? 0
      const zipOf = (from: UnmetReport, zip: string) => from.zips?.find((each) => each.zip === zip)?.open.count ?? 0
      expect(all.zips === null).toBe('need' in query)
      return {
        total: all.total.open.count - own.total.open.count,
        [LOOP]: find(all, COOK) - find(own, COOK),
        [NAPERVILLE]: find(all, DUPAGE) - find(own, DUPAGE),
        ...(all.zips && { zips: [LOOP, NAPERVILLE].map((zip) => zipOf(all, zip) - zipOf(own, zip)) }),
      }
    }
    const filters: Record<string, string>[] = [{}, ...needs.map((need) => ({ need }))]
    const single = new Map<string, Awaited<ReturnType<typeof asked>>>()
    for (const [n, filter] of filters.entries())
      for (const quarter of quarters)
        single.set(`${n} ${quarter}`, await asked({ ...filter, from: quarter, to: quarter }))
    for (const [n, filter] of filters.entries())
      for (const [from, to] of [
        [0, 1],
        [1, 2],
        [0, 2],
      ] as const) {
        const sum = await asked({ ...filter, from: String(quarters[from]), to: String(quarters[to]) })
        const parts = quarters.slice(from, to + 1).map((quarter) => single.get(`${n} ${quarter}`))
        for (const place of ['total', LOOP, NAPERVILLE] as const)
          expect(sum[place]).toBe(parts.reduce((all, part) => all + (part?.[place] ?? 0), 0))
      }
    // Bounds of every count: each published one is next to the true one, and parts add up. Narrowed until nothing changes.
    let tried = 0
    for (const quarter of quarters) {
      const shown = single.get(`0 ${quarter}`)
      const bounds = new Map<string, [number, number]>()
      const bound = (at: string, published = 0) => {
        expect(published % 11).toBe(0)
        bounds.set(at, [Math.max(0, published - 10), published + 10])
      }
      bound('total', shown?.total)
      for (const zip of [LOOP, NAPERVILLE] as const) {
        bound(zip, shown?.[zip])
        for (const [n, need] of needs.entries()) bound(`${zip} ${need}`, single.get(`${n + 1} ${quarter}`)?.[zip])
      }
      const wholes = [
        ['total', LOOP, NAPERVILLE],
        ...[LOOP, NAPERVILLE].map((zip) => [zip, ...needs.map((need) => `${zip} ${need}`)]),
      ]
      for (let changed = true; changed; ) {
        changed = false
        for (const [whole = '', ...parts] of wholes) {
          const of = (at: string) => bounds.get(at) as [number, number]
          const sum = (list: string[], end: 0 | 1) => list.reduce((all, at) => all + of(at)[end], 0)
          const narrow = (at: string, low: number, high: number) => {
            const [from, to] = of(at)
            if (low > from || high < to) changed = true
            bounds.set(at, [Math.max(low, from), Math.min(high, to)])
          }
          narrow(whole, sum(parts, 0), sum(parts, 1))
          for (const part of parts) {
            const rest = parts.filter((each) => each !== part)
            narrow(part, of(whole)[0] - sum(rest, 1), of(whole)[1] - sum(rest, 0))
          }
        }
      }
      for (const [at, [low, high]] of bounds) {
        const count = truth.get(at === 'total' ? `total ${quarter}` : at.replace(/^(\S+)/, `$1 ${quarter}`)) ?? 0
        expect([low <= count, count <= high]).toEqual([true, true])
        if (count < 1 || count > 10) continue
        tried++
        expect([low <= 1, high >= 10]).toEqual([true, true])
      }
    }
    expect(tried).toBeGreaterThan(0)
  }
})

it('REP-05 REP-06 without a state it is about the one with the most, and its table has a row for each place', async () => {
  const own = await organization()
  const period = { scope: 'own', from: '2017-Q1', to: '2017-Q1' }
  const any = (query: object = {}) =>
    own.call('GET', `/api/report/unmetNeeds/?${new URLSearchParams({ ...period, ...query })}`)
  const rowsOf = async () => {
    const { bytes, headers } = await own.call(
      'GET',
      `/api/report/unmetNeeds/export?${new URLSearchParams({ ...period, file: 'csv' })}`,
    )
    expect([headers['content-type'], headers['content-disposition'], headers['cache-control']]).toEqual([
      'text/csv; charset=utf-8',
      'attachment; filename="unmet-needs.csv"',
      'no-store',
    ])
    const lines = bytes.toString().split('\r\n')
    return lines.slice(lines.findIndex((line: string) => line.startsWith('Kind,')))
  }
  const none = (await any()).body
  expect(none).toMatchObject({ state: null, counties: [], zips: [], needs: [], elsewhere: exact(0), searches: [] })
  expect(none.total).toEqual({ open: exact(0), noCapacity: exact(0), noFunds: exact(0) })
  const heads = [
    `Kind,Code,Name,${['Open needs', 'No capacity', 'No funds'].map((of) => `${of},"${of}, at least","${of}, at most"`).join(',')}`,
  ]
  const searches = ['', 'ZIP code begins with,Searches,"Searches, at least","Searches, at most"', '']
  const nowhere = (count: number) => `No known place,,,${count},${count},${count},0,0,0,0,0,0`
  expect(await rowsOf()).toEqual([...heads, nowhere(0), ...searches])
  await makeUnmet(own.make, 1, { day: '2017-02-10', zip: '10001' })
  await makeUnmet(own.make, 1, { day: '2017-02-10', zip: LOOP })
  // Of two that have as much, the first by its code.
  expect((await any()).body.state).toBe('17')
  await makeUnmet(own.make, 2, { day: '2017-02-10', zip: '10001', need: 'legal-help' })
  await makeUnmet(own.make, 1, { day: '2017-02-10', zip: null })
  expect((await any()).body.state).toBe('36')
  expect((await any({ state: '17' })).body).toMatchObject({ state: '17', total: { open: exact(1) } })
  expect(await rowsOf()).toEqual([
    ...heads,
    'State,36,New York,3,3,3,0,0,0,0,0,0',
    'County,36061,New York County,3,3,3,0,0,0,0,0,0',
    'ZIP code,10001,New York,3,3,3,0,0,0,0,0,0',
    'Need,food-insecurity,Food,1,1,1,0,0,0,0,0,0',
    'Need,legal-help,Legal help,2,2,2,0,0,0,0,0,0',
    nowhere(1),
    ...searches,
  ])
})

it('REP-06 the file for programs has the numbers of the report, with their definitions and filters', async () => {
  const own = await organization()
  await makeUnmet(own.make, 2, { day: '2018-02-10', zip: LOOP })
  const query = { scope: 'own', from: '2018-Q1', to: '2018-Q1', state: '17', need: 'food-insecurity' }
  const { asOf: _, ...shown } = await report(own, query)
  const { bytes, headers } = await own.call(
    'GET',
    `/api/report/unmetNeeds/export?${new URLSearchParams({ ...query, file: 'json' })}`,
  )
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'application/json; charset=utf-8',
    'attachment; filename="unmet-needs.json"',
  ])
  const { filters, counts, definitions, ...numbers } = JSON.parse(bytes.toString())
  expect(numbers).toEqual({ ...shown, asOf: expect.any(String) })
  expect(filters).toEqual({
    ...{ 'Whose people': 'Your organization', Quarters: '2018-Q1 – 2018-Q1', Need: 'Food', State: 'Illinois' },
  })
  expect(Object.keys(definitions)).toEqual(['open', 'noCapacity', 'noFunds', 'searches'])
  expect(counts).toMatch(/^These are your organization's own numbers, and exact/)
})

it('REP-05 a wrong period stands at its field, and only those who may see the report get it', async () => {
  const { call } = await organization()
  const wrong = async (query: string) => (await call('GET', `/api/report/unmetNeeds/?${query}`)).body.errors[0]
  expect(await wrong('from=2024-Q2&to=2024-Q1')).toMatchObject({ path: 'to', message: 'end-before-start' })
  expect(await wrong('from=2014-Q2&to=2024-Q1')).toMatchObject({ path: 'from', message: 'too-many-quarters' })
  expect(await wrong('from=2024-Q5')).toMatchObject({ path: 'from', message: 'quarter' })
  const admin = await product.someone({ roles: ['platform-admin'] })
  expect((await admin.call('GET', '/api/report/unmetNeeds/?scope=own')).status).toBe(403)
})

it('REP-05 the shapes of a state’s counties come alone', async () => {
  const { call } = await organization()
  const { body, bytes } = await call('GET', '/api/report/unmetNeeds/shapes/17')
  expect([body.counties.length, body.width, body.counties[0].path.startsWith('M')]).toEqual([102, 1000, true])
  for (const { path } of body.counties) expect(path).toMatch(/^(M\d+,\d+(L\d+,\d+)+Z)+$/)
  for (const state of ['17', '02']) {
    const { counties, width, height } = (await call('GET', `/api/report/unmetNeeds/shapes/${state}`)).body
    const paths = counties.map(({ path }: { path: string }) => path).join('')
    const points = [...paths.matchAll(/(\d+),(\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
    const [across, down] = [points.map(([x]) => x), points.map(([, y]) => y)]
    expect([across.reduce((a, b) => Math.min(a, b)), across.reduce((a, b) => Math.max(a, b))]).toEqual([0, width])
    expect(down.reduce((a, b) => Math.min(a, b))).toBe(0)
    expect(Math.abs(down.reduce((a, b) => Math.max(a, b)) - height)).toBeLessThan(2)
    // No point stands twice.
    expect(paths).not.toMatch(/[ML](\d+,\d+)L\1(?!\d)/)
    expect(counties.every(({ fips }: { fips: string }) => fips.startsWith(state))).toBe(true)
  }
  expect((await call('GET', '/api/report/unmetNeeds/shapes/17')).body).toEqual(body)
  expect(bytes.length).toBeLessThan(120_000)
  expect((await call('GET', '/api/report/unmetNeeds/shapes/99')).status).toBe(404)
})
