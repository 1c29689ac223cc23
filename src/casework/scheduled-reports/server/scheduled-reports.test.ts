import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeUnmet } from '#test/unmet-needs.ts'
import type { ScheduleList } from '../report-schedule.ts'

const product = await startTestApp()
const { database } = product
const PATH = '/api/report/schedule/'
const own = { report: 'unmet-needs', cadence: 'weekly', filters: { scope: 'own', state: '17' } }

const someone = async () => {
  const organizationId = (await makeOrganization(database)).id
  const { account, call } = await product.someone({ organizationId })
  return { organizationId, account, call, list: async (): Promise<ScheduleList> => (await call('GET', PATH)).body }
}
type Someone = Awaited<ReturnType<typeof someone>>
/** The day of everything that is scheduled comes, and two processes find it. */
let days = 0
const make = async () => {
  days++
  await sql`update report_schedule set next_on = current_date - 100 + ${days}::integer`.execute(database)
  await Promise.all([product.runTask('make-scheduled-reports'), product.runTask('make-scheduled-reports')])
}
const mailsTo = async ({ account }: Someone) =>
  (await database.selectFrom('message').selectAll().where('recipient', '=', account.email).execute()).filter(
    ({ subject }) => subject?.startsWith('A report is ready'),
  )

it('REP-06 a scheduled report is made once, shows what was then, and comes as a link without a number', async () => {
  const maria = await someone()
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const needs = { database, organizationId: maria.organizationId, accountId: maria.account.id }
  await makeUnmet(needs, 7, { day })
  const { status, body } = await maria.call('POST', PATH, own)
  expect([status, body.items.length, body.runs]).toEqual([201, 1, []])
  const [monday] = body.items
  expect(new Date(monday.nextOn).getUTCDay()).toBe(1)
  expect((await maria.call('POST', PATH, own)).body.items).toEqual([monday])
  await make()
  await make()
  const { items, runs } = await maria.list()
  expect([items, runs.length]).toEqual([[monday], 2])
  await makeUnmet(needs, 2, { day })
  const { body: run } = await maria.call('GET', `/api/report/run/${runs[0]?.id}`)
  expect(run.result.total.open).toEqual({ count: 7, lowest: 7, highest: 7 })
  const mails = await mailsTo(maria)
  expect(mails).toHaveLength(2)
  expect(mails.map(({ text }) => text?.includes(`/reports/scheduled/${runs[0]?.id}`)).filter(Boolean)).toHaveLength(1)
  expect(mails.map(({ subject, text }) => `${subject} ${text}`.replace(/https?:\S+/g, '')).join()).not.toMatch(
    /\d|Illinois|need/,
  )
})

it('REP-06 who lost the role or left gets none, and opens none of the organization that they left', async () => {
  const [maria, sam, lee] = [await someone(), await someone(), await someone()]
  for (const { call } of [maria, sam, lee]) expect((await call('POST', PATH, own)).status).toBe(201)
  await make()
  const [kept] = (await maria.list()).runs
  await database.deleteFrom('accountRole').where('accountId', '=', sam.account.id).execute()
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', lee.account.id)
    .execute()
  await database
    .updateTable('account')
    .set({ organizationId: (await makeOrganization(database)).id })
    .where('id', '=', maria.account.id)
    .execute()
  await make()
  expect([(await mailsTo(maria)).length, (await mailsTo(sam)).length, (await mailsTo(lee)).length]).toEqual([2, 1, 1])
  const left = await database
    .selectFrom('reportSchedule')
    .select('accountId')
    .where('accountId', 'in', [sam.account.id, lee.account.id])
    .execute()
  expect(left).toEqual([])
  expect((await maria.list()).runs).toHaveLength(1)
  expect((await maria.call('GET', `/api/report/run/${kept?.id}`)).status).toBe(404)
})

it('REP-04 REP-06 whoever does other work by now does not open what counts people of the organization exactly', async () => {
  const maria = await someone()
  await maria.call('POST', PATH, { ...own, filters: {} })
  await make()
  const [exact] = (await maria.list()).runs
  await database.deleteFrom('accountRole').where('accountId', '=', maria.account.id).execute()
  await database.insertInto('accountRole').values({ accountId: maria.account.id, role: 'data-manager' }).execute()
  expect((await maria.list()).runs).toEqual([])
  expect((await maria.call('GET', `/api/report/run/${exact?.id}`)).status).toBe(404)
  await make()
  const [published] = (await maria.list()).runs
  expect((await maria.call('GET', `/api/report/run/${published?.id}`)).status).toBe(200)
})

it('REP-06 schedules are one’s own, are stopped, and have a limit', async () => {
  const [maria, sam] = [await someone(), await someone()]
  const [schedule] = (await maria.call('POST', PATH, own)).body.items
  await make()
  const [run] = (await maria.list()).runs
  expect((await sam.call('GET', `/api/report/run/${run?.id}`)).status).toBe(404)
  await sam.call('DELETE', `${PATH}${schedule.id}`)
  expect((await maria.list()).items).toHaveLength(1)
  for (let twice = 0; twice < 2; twice++)
    expect((await maria.call('DELETE', `${PATH}${schedule.id}`)).body.items).toEqual([])
  await make()
  expect((await maria.list()).runs).toEqual([run])
  const states = [
    '01',
    '02',
    '04',
    '05',
    '06',
    '08',
    '09',
    '10',
    '11',
    '12',
    '13',
    '15',
    '16',
    '17',
    '18',
    '19',
    '20',
    '21',
    '22',
    '23',
  ]
  const all = await Promise.all(
    [...states, '24', '25'].map((state) => sam.call('POST', PATH, { ...own, filters: { state } })),
  )
  expect(all.filter(({ status }) => status === 409).map(({ body }) => body.type.split(':').at(-1))).toEqual([
    ...['too-many-schedules', 'too-many-schedules'],
  ])
  const admin = await product.someone({ roles: ['platform-admin'] })
  expect((await admin.call('POST', PATH, own)).status).toBe(403)
})

it('REP-06 the organization’s report and the network’s come with their filters and the length of their period', async () => {
  const maria = await someone()
  const admin = await product.someone({ roles: ['platform-admin'] })
  const filters = {
    side: 'outgoing',
    need: ['legal-help', 'food-insecurity'],
    ageBand: '65+',
    compare: 'year',
    days: 30,
  }
  const ofOrganization = { report: 'organization', cadence: 'monthly', filters }
  const ofNetwork = { report: 'network', cadence: 'quarterly', filters: { area: '17', quarters: 2 } }
  expect((await maria.call('POST', PATH, ofNetwork)).status).toBe(403)
  expect((await admin.call('POST', PATH, ofOrganization)).status).toBe(403)
  expect((await maria.call('POST', PATH, ofOrganization)).body.items[0]).toMatchObject(ofOrganization)
  expect((await admin.call('POST', PATH, ofNetwork)).body.items[0]).toMatchObject(ofNetwork)
  const wrong = { ...ofNetwork, filters: { quarters: 21 } }
  expect((await admin.call('POST', PATH, wrong)).body.errors[0].path).toBe('filters.quarters')
  await make()
  const [own] = (await maria.list()).runs
  expect(own).toMatchObject({ report: 'organization', filters })
  const { body: opened } = await maria.call('GET', `/api/report/run/${own?.id}`)
  const { startDate, endDate, side, organization, byNeed } = opened.result
  expect((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000).toBe(29)
  expect([side, organization.id, byNeed, Date.parse(endDate) - Date.parse(opened.asOf)]).toEqual([
    ...['outgoing', maria.organizationId, []],
    expect.closeTo(0, -9),
  ])
  expect(
    (await mailsTo(maria)).map(({ subject, text }) => `${subject} ${text}`.replace(/https?:\S+/g, '')).join(),
  ).not.toMatch(/\d|Legal|network/i)
  const list: ScheduleList = (await admin.call('GET', PATH)).body
  const path = `/api/report/run/${list.runs[0]?.id}`
  const { body: network } = await admin.call('GET', path)
  expect(network.result).toMatchObject({ area: { fips: '17', name: 'Illinois' }, isWithoutOwn: false })
  expect(network.result.byQuarter).toHaveLength(2)
  // Who is no platform admin any more opens it no longer, and gets no other.
  await database.deleteFrom('accountRole').where('accountId', '=', admin.account.id).execute()
  await database.insertInto('accountRole').values({ accountId: admin.account.id, role: 'data-manager' }).execute()
  expect((await admin.call('GET', path)).status).toBe(404)
  await make()
  const after: ScheduleList = (await admin.call('GET', PATH)).body
  expect([after.items, after.runs]).toEqual([[], []])
})

it('REP-06 a report is deleted after thirteen months', async () => {
  const maria = await someone()
  await maria.call('POST', PATH, own)
  await make()
  await sql`update report_run set as_of = now() - interval '399 days' where account_id = ${maria.account.id}`.execute(
    database,
  )
  await product.runTask('tidy')
  expect((await maria.list()).runs).toHaveLength(1)
  await sql`update report_run set as_of = now() - interval '401 days' where account_id = ${maria.account.id}`.execute(
    database,
  )
  await product.runTask('tidy')
  expect((await maria.list()).runs).toEqual([])
})
