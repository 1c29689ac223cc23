import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeMarch, makeReferral } from '#test/report-stage.ts'
import type { ReportOptions } from '../report.ts'
import { rollMonthsTask } from './roll-months.ts'

const app = await startTestApp({ TIME_ZONE: 'America/New_York' })
const { database } = app
const { harbor, pantry, ana, lee, referrals } = await makeMarch(app)
const PATH = '/api/report/organization'
const march = 'startDate=2026-03-01&endDate=2026-03-31'
const reportOf = async (call: typeof lee.call, words: string) => (await call('GET', `${PATH}?${march}&${words}`)).body

it('REP-02 counts what came to an organization: seen, answered, accepted, closed loops, help, and times', async () => {
  const report = await reportOf(lee.call, 'side=incoming')
  expect(report.organization).toEqual({ id: pantry.id, name: 'Lake Pantry' })
  expect(report.total).toEqual({
    ...{ sent: 5, people: 4, needs: 4, seen: 3, answered: 3, accepted: 2, declined: 1, expired: 0, recalled: 1 },
    ...{ forwarded: 0, waiting: 1, contacted: 1, resolved: 1, unresolved: 0, gotHelp: 1, followed: 4, loopClosed: 2 },
    noCapacity: 1,
    // 2 hours, 4 hours and half an hour; a day, three days and an hour
    toView: { median: 120, ninetieth: 216 },
    toAnswer: { median: 1440, ninetieth: 3744 },
    ...{ toContact: { median: 2880, ninetieth: 2880 }, toClose: { median: 5760, ninetieth: 5760 } },
  })
  expect(report.reasons).toEqual([{ statusClass: 'declined', reason: 'no capacity', count: 1 }])
  expect(report.outcomes).toEqual([{ outcome: 'got help', count: 1 }])
  expect(report.tries).toEqual([
    { tries: 1, needs: 3 },
    { tries: 2, needs: 1 },
  ])
  expect(report.byNeed.map(({ need, sent, gotHelp }: Record<string, unknown>) => [need, sent, gotHelp])).toEqual([
    ['food-insecurity', 3, 1],
    ['homelessness', 2, 0],
  ])
  expect(report.byOrganization[0]).toMatchObject({ item: { id: harbor.id, name: 'Harbor House' }, sent: 5 })
})

it('REP-01 a recipient does not learn areas, languages and ages of people whose details it may not see', async () => {
  const incoming = await reportOf(lee.call, 'side=incoming')
  const named = (rows: { item: { name: string } | null; sent: number }[]) =>
    rows.map((r) => [r.item?.name ?? null, r.sent])
  expect(named(incoming.byCounty)).toEqual([
    ['Erie County, NY', 1],
    [null, 4],
  ])
  const outgoing = await reportOf(ana.call, 'side=outgoing')
  expect(named(outgoing.byCounty)).toEqual([
    ['Erie County, NY', 3],
    [null, 3],
  ])
  expect(outgoing.byAge.map((row: Record<string, unknown>) => [row.ageBand, row.sent])).toEqual([
    ['65+', 3],
    [null, 3],
  ])
  // The one that is held exists for the sender only.
  expect([incoming.total.sent, outgoing.total.sent]).toEqual([5, 6])
  expect((await reportOf(lee.call, 'side=incoming&county=36029')).total.sent).toBe(1)
})

it('REP-03 narrows by need, organization, area, language and age, and compares with the time before', async () => {
  const sent = async (words: string, call = ana.call) => (await reportOf(call, `side=outgoing&${words}`)).total.sent
  expect(await sent('need=homelessness')).toBe(2)
  expect(await sent('need=homelessness&need=food-insecurity')).toBe(6)
  expect(await sent(`withOrganizationId=${pantry.id}&zip=14201`)).toBe(3)
  expect(await sent(`withOrganizationId=${harbor.id}`)).toBe(0)
  expect(await sent('language=es&ageBand=65%2B')).toBe(3)
  expect(await sent('language=en')).toBe(0)
  const { total, totalBefore, before } = await reportOf(ana.call, 'side=outgoing')
  expect([before, totalBefore.sent, totalBefore.expired, total.expired]).toEqual([
    { startDate: '2026-01-29', endDate: '2026-02-28' },
    ...[1, 1, 0],
  ])
  const year = await reportOf(ana.call, 'side=outgoing&compare=year')
  expect([year.before, year.totalBefore.sent]).toEqual([{ startDate: '2025-03-01', endDate: '2025-03-31' }, 0])
  const wrong = await ana.call('GET', `${PATH}?startDate=2026-03-05&endDate=2026-03-01`)
  expect([wrong.status, wrong.body.errors]).toEqual([400, [{ path: 'endDate', message: 'period-ends-early' }]])
})

it('REP-03 every organization and county of the period can be selected, by name, within what is known', async () => {
  const aster = await makeOrganization(database, { name: 'Aster Clinic' })
  const from = { from: pantry.id, by: lee.account.id, sent: '2025-03-03T15:00:00Z' }
  await makeReferral(database, { ...from, to: harbor.id, person: { postalCode: '14201' } })
  await makeReferral(database, { ...from, to: harbor.id, person: { postalCode: '60602' } })
  for (let count = 0; count < 21; count++) {
    const { id } = await makeOrganization(database, { name: `Busy ${String(count).padStart(2, '0')}` })
    for (let time = 0; time < 2; time++) await makeReferral(database, { ...from, to: id })
  }
  await makeReferral(database, { ...from, to: aster.id })
  const spring = 'startDate=2025-03-01&endDate=2025-03-31'
  const { body: report } = await lee.call('GET', `${PATH}?${spring}&side=outgoing`)
  expect(JSON.stringify(report.byOrganization)).not.toContain('Aster Clinic')
  const optionsOf = async (call: typeof lee.call, words: string) =>
    (await call('GET', `${PATH}/options?${words}`)).body as ReportOptions
  const { organizations, counties } = await optionsOf(lee.call, `${spring}&side=outgoing`)
  expect([organizations.length, organizations[0], organizations.at(-1)?.name]).toEqual([
    ...[23, { id: aster.id, name: 'Aster Clinic' }, 'Harbor House'],
  ])
  expect(counties).toEqual([
    { id: '17031', name: 'Cook County, IL' },
    { id: '36029', name: 'Erie County, NY' },
  ])
  expect(await optionsOf(lee.call, `${spring}&side=incoming`)).toEqual({ organizations: [], counties: [] })
  // As in the report, where its recipient may not see the person any more, the county is unknown.
  const declined = { ...from, to: harbor.id, status: 'Declined', reason: 'no capacity' }
  await makeReferral(database, { ...declined, sent: '2025-05-03T15:00:00Z', person: { postalCode: '14201' } })
  const ofMay = async ({ call }: typeof ana, side: string) =>
    optionsOf(call, `startDate=2025-05-01&endDate=2025-05-31&side=${side}`)
  expect(await ofMay(ana, 'incoming')).toEqual({
    organizations: [{ id: pantry.id, name: 'Lake Pantry' }],
    counties: [],
  })
  expect((await ofMay(lee, 'outgoing')).counties).toEqual([{ id: '36029', name: 'Erie County, NY' }])
})

it('REP-02 a number opens exactly the referrals that it counts, without anything about people', async () => {
  const rows = async (words: string, call = lee.call) =>
    (await call('GET', `${PATH}/rows?${march}&side=incoming&${words}`)).body
  const ids = async (words: string) => (await rows(words)).items.map((row: { referralId: string }) => row.referralId)
  const { total } = await reportOf(lee.call, 'side=incoming')
  for (const measure of ['sent', 'seen', 'answered', 'accepted', 'waiting', 'gotHelp', 'followed', 'loopClosed'])
    expect([measure, (await rows(`measure=${measure}`)).totalCount]).toEqual([measure, total[measure]])
  expect(await ids('measure=gotHelp')).toEqual([referrals.helped.id])
  expect(await ids('statusClass=declined&reason=no%20capacity')).toEqual([referrals.declined.id])
  const first = await rows('limit=2')
  const second = await rows(`limit=200&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map(({ sentDay }) => sentDay)).toEqual([
    ...['2026-03-20', '2026-03-09', '2026-03-02', '2026-03-02', '2026-03-02'],
  ])
  expect(JSON.stringify(first)).not.toMatch(/Noor|Abadi|1950/)
})

it('REP-01 nobody outside an organization reads its report', async () => {
  const other = await app.someone({ roles: ['support-agent'] })
  const admin = await app.someone({ roles: ['platform-admin'] })
  for (const { call } of [other, admin])
    for (const path of [PATH, `${PATH}/options`, `${PATH}/rows`, `${PATH}/export`])
      expect((await call('GET', path)).status).toBe(403)
  expect((await reportOf(ana.call, 'side=incoming')).total.sent).toBe(0)
})

it('REP-06 files carry the definitions, the filters, the time and the same numbers', async () => {
  const address = `${PATH}/export?${march}&side=incoming&need=homelessness`
  const { bytes, headers } = await lee.call('GET', `${address}&file=csv`)
  expect(headers['content-disposition']).toBe('attachment; filename="referral-report.csv"')
  const lines: string[][] = parse(bytes.toString(), { bom: true, relax_column_count: true, skip_empty_lines: true })
  const line = (start: string) => lines.find(([cell]) => cell === start)
  expect(line('Sent')).toEqual(['Sent', '2026-03-01 – 2026-03-31'])
  expect(line('Needs')).toEqual(['Needs', 'Shelter'])
  expect(line('As of')?.[1]).toMatch(/^2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d -0[45]:00$/)
  expect(line('What is counted')?.[1]).toContain('Drafts')
  expect(line('Time to answer')).toEqual([
    ...['Time to answer', '1.52', '', '', '2.70', 'working days'],
    'Median from sending until it was accepted, declined or forwarded; only referrals that were answered.',
  ])
  expect(line('Shelter')).toEqual(['Shelter', '2', '2', '1', '1', '0', '0.0'])
  const spanish = (await lee.call('GET', `${address}&file=csv&inLanguage=es`)).bytes.toString()
  expect(spanish).toContain('Tasa de final conocido')

  const { body } = await lee.call('GET', `${address}&file=json`)
  expect(body).toMatchObject({
    ...{ startDate: '2026-03-01', endDate: '2026-03-31', side: 'incoming', filters: { Needs: 'Shelter' } },
    ...{ total: { sent: 2, declined: 1 }, asOf: expect.any(String) },
  })
  expect(Object.keys(body.definitions)).toEqual(
    expect.arrayContaining(body.figures.map(({ key }: { key: string }) => key)),
  )
  const { rows } = await sql<{ actorId: string; subjectId: string }>`
    select actor_id, subject_id from audit_record where action = 'report.export'`.execute(database)
  expect(rows[0]).toEqual({ actorId: lee.account.id, subjectId: pantry.id })
})

const rolledAndCounted = async () => {
  const read = async (from: ReturnType<typeof sql.raw>) =>
    (await sql`select * from ${from} order by month, side, organization_id`.execute(database)).rows
  return [
    await read(sql.raw('roll_month_organization')),
    await read(sql.raw("count_organizations('2000-01-01', (select max(month) + 27 from report_month))")),
  ] as const
}

it('REP-07 months that are over are rolled up, again after a change, and equal what the referrals say', async () => {
  await app.runTask(rollMonthsTask)
  const [rolled, counted] = await rolledAndCounted()
  expect(rolled.length).toBeGreaterThan(3)
  expect(rolled).toEqual(counted)
  const change = (status: string) =>
    sql`update referral set status = ${status}, responded_on = sent_on where id = ${referrals.unseen.id}::uuid`.execute(
      database,
    )
  await change('Declined')
  const [stale, fresh] = await rolledAndCounted()
  expect(stale).not.toEqual(fresh)
  await app.runTask(rollMonthsTask)
  const [again, now] = await rolledAndCounted()
  expect(again).toEqual(now)
  expect((await sql`select from report_change`.execute(database)).rows).toEqual([])
  await sql`update referral set status = 'Sent', responded_on = null where id = ${referrals.unseen.id}::uuid`.execute(
    database,
  )
})

/** A year of its own for each run, because the median is that of all organizations. */
let year = 2025

it('REP-03 compares with the median of the network, but only of eleven organizations with eleven referrals each', async () => {
  year -= 1
  const may = (first: string, last: string, side = 'outgoing') =>
    `startDate=${year}-${first}&endDate=${year}-${last}&side=${side}`
  const whole = may('05-01', '05-31')
  const medianOf = async (words: string) => (await ana.call('GET', `${PATH}?${words}`)).body.networkMedian
  const sent = `${year}-05-06T15:00:00Z`
  const send = async (from: string, seen: number, count: number) => {
    const past = { from, to: pantry.id, by: ana.account.id, sent }
    const { contactId, requestId } = await makeReferral(database, past)
    for (let at = 1; at < count; at++)
      await makeReferral(database, { ...past, contactId, requestId, viewed: at <= seen ? sent : undefined })
  }
  for (let place = 0; place < 11; place++) {
    const { id } = await database
      .insertInto('organization')
      .values({ name: `May ${place}`, standing: 'verified' })
      .returning('id')
      .executeTakeFirstOrThrow()
    // The last one has too few.
    await send(id, place, place === 10 ? 10 : 12)
  }
  await app.runTask(rollMonthsTask)
  expect(await medianOf(whole)).toBeNull()
  await send(harbor.id, 11, 12)
  await app.runTask(rollMonthsTask)
  const { organizations, rates } = await medianOf(whole)
  // 0 to 9 of 12, and 11 of 12: the sixth of eleven is 5 of 12
  expect([organizations, rates.seenRate, rates.acceptedRate]).toEqual([11, 0.42, null])
  // It counts whole months, of one side, and without filters.
  expect(await medianOf(may('04-15', '06-15'))).toEqual({ organizations, rates })
  for (const days of [may('05-02', '05-31'), may('05-01', '05-30'), may('05-01', '05-31', 'incoming')])
    expect([days, await medianOf(days)]).toEqual([days, null])
  const filters = ['need=food-insecurity', `withOrganizationId=${pantry.id}`, 'county=36029', 'zip=14201']
  for (const filter of [...filters, 'language=es', 'ageBand=65%2B'])
    expect([filter, await medianOf(`${whole}&${filter}`)]).toEqual([filter, null])
  /** Brings one more referral of each organization into a state. */
  const change = async (state: Record<string, string>) => {
    const ids = sql`select distinct on (sender_organization_id) id from referral
      where sent_on = ${sent}::timestamptz and status = 'Sent' order by sender_organization_id, id`
    await database
      .updateTable('referral')
      .set({ ...state, respondedOn: sent } as never)
      .where(sql<boolean>`id in (${ids})`)
      .execute()
    await app.runTask(rollMonthsTask)
    return (await medianOf(whole)).rates
  }
  // One answered referral of each is a share of one.
  expect(await change({ status: 'Accepted' })).toMatchObject({ answeredRate: 0.08, acceptedRate: null })
  const helped = await change({ status: 'Closed: Resolved', outcome: 'got help', closedOn: sent })
  expect(helped).toMatchObject({ answeredRate: 0.17, closedLoopRate: 0.08, gotHelpRate: 0.08 })
  const full = await change({ status: 'Declined', reason: 'no capacity' })
  // Of twelve, and of the eleven for which there was room.
  expect(full).toMatchObject({ closedLoopRate: 0.17, gotHelpRate: 0.08, gotHelpWithRoomRate: 0.09, acceptedRate: null })
  for (let answered = 4; answered < 11; answered++)
    expect((await change({ status: 'Accepted' })).acceptedRate).toBeNull()
  // Ten of eleven answered ones were accepted.
  expect((await change({ status: 'Accepted' })).acceptedRate).toBe(0.91)
})
