import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { SupportRequestRow } from '#help-desk/tickets/support-request.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { usualHours } from '../working-hours.ts'

const product = await startTestApp()
const { database, someone } = product
const tickets = '/api/supportPortal/supportRequest/'
const path = '/api/supportPortal/measure/'
const hoursPath = '/api/supportPortal/workingHours/'

const east = await makeOrganization(database, { name: 'Eastside House' })
const west = await makeOrganization(database, { name: '=Westside' })
const ana = await someone({ organizationId: east.id })
const ben = await someone({ organizationId: east.id })
const boss = await someone({ organizationId: east.id, roles: ['organization-admin'] })
const cho = await someone({ organizationId: west.id })
const sue = await someone({ roles: ['support-agent'] })
const tom = await someone({ roles: ['support-agent'] })
const dev = await someone({ roles: ['developer'] })
const root = await someone({ roles: ['platform-admin'] })

const file = async (
  who: { call: Caller },
  supportRequestType: SupportRequestRow['supportRequestType'],
  priority = 'Low',
) =>
  (
    await who.call('POST', tickets, {
      supportRequestType,
      priority,
      clearedCache: 'Yes',
      description: 'The list stays empty',
    })
  ).body as { id: string }
const note = (who: { call: Caller }, id: string, visibility = 'public') =>
  who.call('POST', `${tickets}${id}/note`, { noteText: 'We look at it', visibility })
async function setStatus(who: { call: Caller }, id: string, status: string) {
  const { version } = (await who.call('GET', `${tickets}${id}`)).body
  return who.call('PUT', tickets, { id, version, status, receiveEmailUpdates: false })
}
const timesOf = (id: string) =>
  database.selectFrom('supportRequestTimes').selectAll().where('supportRequestId', '=', id).executeTakeFirstOrThrow()
const get = async (who: { call: Caller }, words = '') => (await who.call('GET', `${path}?${words}`)).body
const notNull = { firstResponseOn: expect.any(String) }

it('a first response is the first public note by somebody of support who did not make the ticket', async () => {
  const { id } = await file(ana, 'Accessibility')
  await note(ana, id)
  await note(ben, id)
  await note(sue, id, 'internal')
  await setStatus(sue, id, 'Viewed')
  expect(await timesOf(id)).toMatchObject({ firstResponseOn: null })
  expect((await get(sue, 'supportRequestType=Accessibility')).total).toMatchObject({
    tickets: 1,
    answered: 0,
    waiting: 1,
    oldestWaiting: expect.any(Number),
    response: null,
  })
  const first = (await note(sue, id)).body
  await note(tom, id)
  expect(await timesOf(id)).toMatchObject({ firstResponseOn: first.createdOn })

  const own = await file(sue, 'Accessibility')
  await note(sue, own.id)
  expect(await timesOf(own.id)).toMatchObject({ firstResponseOn: null })
  await note(root, own.id)
  expect(await timesOf(own.id)).toMatchObject(notNull)
  const { total } = await get(sue, 'supportRequestType=Accessibility&clock=all')
  expect(total).toMatchObject({ tickets: 2, answered: 2, waiting: 0, oldestWaiting: null })
  expect(total.response.median).toBeLessThan(60)
})

it('a resolution is the last closing: a ticket that was opened again is open, and closing it again counts anew', async () => {
  const { id } = await file(ana, 'User Experience')
  await setStatus(sue, id, 'Closed')
  const first = await timesOf(id)
  expect(first).toMatchObject({ isOpen: false, firstResponseOn: null })
  const words = 'supportRequestType=User+Experience'
  expect((await get(sue, words)).total).toMatchObject({
    closed: 1,
    open: 0,
    unanswered: 1,
    waiting: 0,
    oldestOpen: null,
  })
  await setStatus(ana, id, 'Open')
  expect((await get(sue, words)).total).toMatchObject({
    closed: 0,
    open: 1,
    unanswered: 0,
    waiting: 1,
    resolution: null,
  })
  await note(sue, id)
  await setStatus(sue, id, 'Closed')
  const again = await timesOf(id)
  expect(Date.parse(again.closedOn ?? '')).toBeGreaterThan(Date.parse(first.closedOn ?? ''))
  expect((await get(sue, words)).total).toMatchObject({ closed: 1, answered: 1, unanswered: 0 })

  // Closing in bulk counts as usual; reopening by mistake and undoing that changes nothing.
  const bulk = async (status: string) => {
    const { version } = (await sue.call('GET', `${tickets}${id}`)).body
    return (await sue.call('POST', `${tickets}bulk`, { tickets: [{ id, version }], change: { status } })).body.bulkId
  }
  const bulkId = await bulk('Fix Pending')
  expect((await timesOf(id)).isOpen).toBe(true)
  await sue.call('POST', `${tickets}bulk/${bulkId}/undo`)
  expect(await timesOf(id)).toEqual(again)
})

/** A ticket from the past, answered and closed at these times. */
async function past(
  who: typeof ana,
  type: SupportRequestRow['supportRequestType'],
  { made, answered, closed }: { made: string; answered?: string; closed?: string },
) {
  const { id } = await file(who, type)
  await sql`update support_request set created_on = ${made}::timestamptz where id = ${id}`.execute(database)
  if (answered)
    await database
      .insertInto('supportRequestNote')
      .values({ supportRequestId: id, noteText: 'Hello', createdBy: sue.account.id, createdOn: answered })
      .execute()
  if (closed)
    await database
      .updateTable('supportRequest')
      .set({ status: 'Closed', changedOn: closed })
      .where('id', '=', id)
      .execute()
  return id
}
const june = 'startDate=2026-06-01&endDate=2026-06-30&supportRequestType=Bug'
const hour = 3600

// Friday 16:00 to Monday 10:00 in New York: 2 of 66 hours are working hours.
await past(ana, 'Bug', {
  made: '2026-06-12T20:00:00Z',
  answered: '2026-06-15T14:00:00Z',
  closed: '2026-06-16T14:00:00Z',
})
// Wednesday, within a day.
await past(ben, 'Bug', {
  made: '2026-06-10T14:00:00Z',
  answered: '2026-06-10T18:00:00Z',
  closed: '2026-06-10T18:30:00Z',
})
await past(cho, 'Bug', { made: '2026-06-10T15:00:00Z', answered: '2026-06-10T16:00:00Z' })
// On the last day of the period in New York, and on the next one.
await past(cho, 'Bug', { made: '2026-07-01T03:59:00Z' })
await past(cho, 'Bug', { made: '2026-07-01T04:00:00Z' })

it('times are counted in working hours, and in all hours, with the median and the ninetieth percentile', async () => {
  const working = await get(sue, june)
  expect(working.total).toMatchObject({ tickets: 4, answered: 3, waiting: 1, closed: 2, open: 2, unanswered: 0 })
  // 1, 2 and 4 hours; the ninetieth percentile lies between the last two.
  expect(working.total.response).toEqual({ median: 2 * hour, ninetieth: 3.6 * hour })
  // 10 and 4.5 hours
  expect(working.total.resolution).toEqual({ median: 7.25 * hour, ninetieth: 9.45 * hour })
  const all = await get(sue, `${june}&clock=all`)
  expect(all.total.response).toEqual({ median: 4 * hour, ninetieth: 53.6 * hour })
  expect(working.byOrganization.map((row: { organization: { name: string } }) => row.organization.name).sort()).toEqual(
    ['=Westside', 'Eastside House'],
  )
  const eastern = working.byOrganization.find(
    (row: { organization: { id: string } }) => row.organization.id === east.id,
  )
  expect(eastern).toMatchObject({ tickets: 2, answered: 2, response: { median: 3 * hour } })
  expect(working.byType).toMatchObject([{ type: 'Bug', tickets: 4 }])
  expect(working.byPriority).toMatchObject([{ priority: 'Low', tickets: 4 }])
  expect((await get(sue, `${june}&organizationId=${west.id}`)).total).toMatchObject({ tickets: 2, waiting: 1 })
  expect((await get(sue, `${june}&priority=High`)).total).toMatchObject({ tickets: 0, response: null })
  // Tickets that wait from before the period are reported separately, by the same clock.
  const july = await get(sue, 'startDate=2026-07-01&endDate=2026-07-31&supportRequestType=Bug')
  expect(july.total.tickets).toBe(1)
  expect(july.earlier.waiting).toBe(1)
  expect(july.earlier.oldest).toBeGreaterThan(july.total.oldestWaiting - 1)
  expect(july.earlier.oldest).toBeLessThan((Date.now() - Date.parse('2026-07-01T03:59:00Z')) / 1000)
})

it('working hours are set by platform admins, count for old tickets too, and are recorded', async () => {
  const usual = usualHours('America/New_York')
  expect((await sue.call('GET', hoursPath)).body).toEqual(usual)
  expect((await sue.call('PUT', hoursPath, usual)).status).toBe(403)
  const wrong = async (change: object) =>
    (await root.call('PUT', hoursPath, { ...usual, ...change })).body.errors.map(({ path: at }: { path: string }) => at)
  expect(await wrong({ closesAt: '09:00' })).toEqual(['closesAt'])
  expect(await wrong({ opensAt: '9:00' })).toContain('opensAt')
  expect(await wrong({ days: [] })).toEqual(['days'])
  expect(await wrong({ timeZone: 'America/Atlantis' })).toEqual(['timeZone'])
  expect(await wrong({ holidays: ['2026-06-15', '2026-02-31'] })).toEqual(['holidays.1'])
  const given = { ...usual, days: [5, 1, 2, 3, 4, 6], holidays: ['2026-06-15'] }
  const set = await Promise.all([root.call('PUT', hoursPath, given), root.call('PUT', hoursPath, given)])
  expect(set.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(set.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'stale-version',
    current: { version: 1 },
  })
  const events = await database.selectFrom('event').select('audience').where('type', '=', 'workingHours').execute()
  expect(events).toEqual([{ audience: ['role:support-agent', 'role:platform-admin', 'role:organization-admin'] }])
  expect((await sue.call('GET', hoursPath)).body).toEqual({ ...given, days: [1, 2, 3, 4, 5, 6], version: 1 })
  // The Saturday is now a working day and the Monday is not: 1 + 8 hours instead of 2.
  expect((await get(sue, `${june}&organizationId=${east.id}`)).total.response).toEqual({
    median: 6.5 * hour,
    ninetieth: 8.5 * hour,
  })
  const records = await database
    .selectFrom('auditRecord')
    .select(['actorId', 'detail'])
    .where('action', '=', 'workingHours.change')
    .execute()
  expect(records).toMatchObject([{ actorId: root.account.id, detail: { to: { holidays: ['2026-06-15'] } } }])
  const changed = await Promise.all([1, 2, 3].map(() => root.call('PUT', hoursPath, { ...usual, version: 1 })))
  expect(changed.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await sue.call('GET', hoursPath)).body).toEqual({ ...usual, version: 2 })
})

it('D-PERM-1 organization admins see their own organization’s numbers and no other name; staff and developers none', async () => {
  const own = await get(boss, june)
  expect(own.total).toMatchObject({ tickets: 2, answered: 2 })
  expect(own.byOrganization).toBeNull()
  expect(JSON.stringify(own)).not.toContain('Westside')
  // The tickets that wait from before the period are only Westside's.
  const july = 'startDate=2026-07-01&endDate=2026-07-31&supportRequestType=Bug'
  expect([(await get(boss, july)).earlier, (await get(sue, july)).earlier.waiting]).toEqual([
    { waiting: 0, oldest: null },
    1,
  ])
  for (const id of [east.id, east.id.toUpperCase()])
    expect((await boss.call('GET', `${path}?organizationId=${id}`)).status).toBe(200)
  expect((await boss.call('GET', `${path}?organizationId=${west.id}`)).status).toBe(403)
  for (const who of [ana, cho, dev]) {
    expect((await who.call('GET', path)).status).toBe(403)
    expect((await who.call('GET', `${path}export`)).status).toBe(403)
  }
})

it('a period ends after it begins, within a year; without one it is the last ninety days', async () => {
  const fault = async (words: string) => (await sue.call('GET', `${path}?${words}`)).body.errors
  expect(await fault('startDate=2026-06-02&endDate=2026-06-01')).toEqual([
    { path: 'endDate', message: 'period-ends-early' },
  ])
  expect(await fault('startDate=2025-01-01&endDate=2026-06-01')).toEqual([
    { path: 'endDate', message: 'period-too-long' },
  ])
  const { startDate, endDate } = await get(sue)
  expect((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000).toBe(89)
})

it('the tables go as a file that a spreadsheet opens without running anything', async () => {
  const answer = await sue.call('GET', `${path}export?${june}&language=es`)
  expect(answer.headers['content-type']).toContain('text/csv')
  const lines = String(answer.body).split('\r\n')
  expect(lines[0]?.startsWith('\uFEFF')).toBe(true)
  expect(lines).toHaveLength(6 + 1)
  expect(lines.find((line) => line.includes('Westside'))).toContain("'=Westside")
  expect(lines[1]).toContain(',4,3,1,0,2,2,2.00,3.60,')
  expect((await sue.call('GET', `${path}export?${june}`)).body).not.toBe(answer.body)

  const theirs = String((await boss.call('GET', `${path}export?${june}`)).body)
  expect(theirs.split('\r\n')[1]).toContain('All,,2,2,0,0,2,0,')
  for (const name of ['Westside', 'Eastside']) expect(theirs).not.toContain(name)
  expect((await boss.call('GET', `${path}export?organizationId=${west.id}`)).status).toBe(403)
  const records = await database
    .selectFrom('auditRecord')
    .select('actorId')
    .where('action', '=', 'supportRequestMeasure.export')
    .orderBy('id')
    .execute()
  expect(records.map(({ actorId }) => actorId)).toEqual([sue.account.id, sue.account.id, boss.account.id])
})

it('a duplicate counts in the ticket that it was merged into, and by itself again when the merge is undone', async () => {
  const [kept, other] = [await file(ben, 'Page Loading Errors'), await file(ben, 'Page Loading Errors')]
  await note(sue, kept.id)
  const counted = async () => (await get(sue, 'supportRequestType=Page Loading Errors')).total
  expect(await counted()).toMatchObject({ tickets: 2, answered: 1, waiting: 1, open: 2 })
  const version = async (id: string) => (await sue.call('GET', `${tickets}${id}`)).body.version
  const merge = {
    target: { id: kept.id, version: await version(kept.id) },
    duplicates: [{ id: other.id, version: await version(other.id) }],
  }
  const { merges } = (await sue.call('POST', `${tickets}merge`, merge)).body
  expect(await counted()).toMatchObject({ tickets: 1, answered: 1, waiting: 0, open: 1, closed: 0 })
  await sue.call('POST', `${tickets}merge/undo`, { mergeIds: merges.map(({ id }: { id: string }) => id) })
  expect(await counted()).toMatchObject({ tickets: 2, answered: 1, waiting: 1, open: 2, closed: 0 })
})

it('lists the twenty organizations with the most tickets, and combines all others in one row', async () => {
  const organizations = await Promise.all(Array.from({ length: 23 }, () => makeOrganization(database)))
  const insert = (organizationId: string | null, tickets: number, first: number) =>
    sql`insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
      select ${first}::int + n, '2026-05-04T12:00:00Z', 'Feature Request', 'Low', 'Many', 'Yes', ${organizationId}::uuid, ${ana.account.id}::uuid
      from generate_series(1, ${tickets}::int) n`.execute(database)
  for (const [place, { id }] of organizations.entries()) await insert(id, place + 1, 500_000 + place * 100)
  await insert(null, 5, 600_000)
  const may = 'startDate=2026-05-01&endDate=2026-05-31&supportRequestType=Feature+Request'
  const { total, byOrganization } = await get(sue, may)
  expect(
    byOrganization.map((row: { organization: { id: string } | null; tickets: number; others: number | null }) => [
      row.organization?.id ?? null,
      row.tickets,
      row.others,
    ]),
  ).toEqual([
    ...organizations
      .map(({ id }, place) => [id, place + 1, null])
      .slice(3)
      .toReversed(),
    [null, 5, null],
    [null, 1 + 2 + 3, 3],
  ])
  expect(total.tickets).toBe(276 + 5)
  const lines = String((await sue.call('GET', `${path}export?${may}`)).body).split('\r\n')
  expect(lines.filter((line) => line.includes(',3 other organizations,6,'))).toHaveLength(1)
})
