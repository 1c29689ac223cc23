import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { typedFields } from '#help-desk/tickets/support-request.ts'
import { csvLines } from '#platform/server/csv.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

const product = await startTestApp()
const { database, someone } = product
const path = '/api/supportPortal/supportRequest/'
const views = '/api/supportPortal/supportRequestView/'
const east = await makeOrganization(database, { name: 'Eastside, "The" House' })
const west = await makeOrganization(database)
const ana = await someone({ organizationId: east.id })
const ben = await someone({ organizationId: east.id })
const boss = await someone({ organizationId: east.id, roles: ['organization-admin'] })
const cho = await someone({ organizationId: west.id })
const sue = await someone({ roles: ['support-agent'] })
const tom = await someone({ roles: ['support-agent'] })
const root = await someone({ roles: ['platform-admin'] })
const keep = (call: Caller, name: string, sharedWith = 'nobody', filters: object = { status: ['Open'] }) =>
  call('POST', views, { name, sharedWith, filters })
const names = async (call: Caller) => (await call('GET', views)).body.items.map(({ name }: { name: string }) => name)

it('HD-05 D-PERM-1 a view is one’s own, or shared with the organization or with all who handle tickets', async () => {
  await keep(ana.call, 'Mine alone')
  const shared = (await keep(ana.call, 'Open ones', 'organization')).body
  await keep(sue.call, 'Nobody’s', 'agents', { assignee: 'none', sort: 'priority', direction: 'desc' })
  expect(await names(ana.call)).toEqual(['Mine alone', 'Open ones'])
  expect(await names(ben.call)).toEqual(['Open ones'])
  expect(await names(cho.call)).toEqual([])
  expect(await names(tom.call)).toEqual(['Nobody’s'])
  const [forTom] = (await tom.call('GET', views)).body.items
  expect(forTom).toMatchObject({
    isMine: false,
    mayRemove: false,
    filters: { assignee: 'none', sort: 'priority', direction: 'desc' },
  })
  expect((await keep(ana.call, 'Agents', 'agents')).body.errors).toEqual([
    { path: 'sharedWith', message: 'agents-only' },
  ])
  expect((await keep(sue.call, 'East', 'organization')).body.errors[0].path).toBe('sharedWith')
  expect((await keep(ana.call, 'mine ALONE')).body.errors).toEqual([{ path: 'name', message: 'view-name-taken' }])
  expect((await keep(ana.call, 'Wrong', 'nobody', { status: ['Lost'] })).status).toBe(400)

  const change = (call: Caller, id: string) =>
    call('PUT', `${views}${id}`, { name: 'All', sharedWith: 'organization', filters: {} })
  expect((await change(cho.call, shared.id)).status).toBe(404)
  expect((await change(ben.call, shared.id)).status).toBe(403)
  expect((await change(ana.call, shared.id)).body).toMatchObject({ name: 'All', filters: {}, isMine: true })
  expect((await ben.call('DELETE', `${views}${shared.id}`)).status).toBe(403)
  expect((await boss.call('DELETE', `${views}${shared.id}`)).status).toBe(204)
  expect(await names(ben.call)).toEqual([])
  expect((await root.call('DELETE', `${views}${forTom.id}`)).status).toBe(204)
  expect((await root.call('DELETE', `${views}${forTom.id}`)).status).toBe(404)
  const records = await database
    .selectFrom('auditRecord')
    .select(['actorId', 'subjectId'])
    .where('action', '=', 'supportRequestView.delete')
    .orderBy('id')
    .execute()
  expect(records).toEqual([
    { actorId: boss.account.id, subjectId: shared.id },
    { actorId: root.account.id, subjectId: forTom.id },
  ])
})

it('HD-05 of simultaneous views with one name one is kept, and nobody keeps more than fifty', async () => {
  const person = await someone({ organizationId: west.id })
  const same = await Promise.all(Array.from({ length: 5 }, () => keep(person.call, 'Same')))
  expect(same.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400])
  const many = await Promise.all(Array.from({ length: 60 }, (_, i) => keep(person.call, `View ${i}`)))
  expect(many.filter(({ status }) => status === 201)).toHaveLength(49)
  expect(await names(person.call)).toHaveLength(50)
  expect((await keep(person.call, 'One more')).body.errors).toEqual([{ path: 'name', message: 'too-many-views' }])
  expect((await keep(sue.call, 'East', 'organization')).body.errors).toEqual([
    { path: 'sharedWith', message: 'no-organization' },
  ])
})

/** Parses RFC 4180, strictly. */
function readCsv(text: string) {
  const rows: string[][] = [[]]
  const part = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y
  for (let at = 0; at < text.length; at = part.lastIndex) {
    part.lastIndex = at
    const found = part.exec(text)
    if (!found) throw new Error(`not CSV at ${at}: ${text.slice(at, at + 40)}`)
    const [, field = '', end] = found
    rows.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

const hostile = ['=1+2', '+1', '-1', '@SUM(A1)', '  =cmd|calc', '＝1+1', '|x', 'safe, "quoted"\nand more', 'plain']
it('HD-05 D-PERM-1 the filtered list goes into a file that a spreadsheet opens without running anything', async () => {
  for (const description of hostile)
    await ana.call('POST', path, { supportRequestType: 'Bug', priority: 'Low', clearedCache: 'Yes', description })
  await ana.call('POST', path, {
    supportRequestType: 'Other',
    priority: 'Low',
    clearedCache: 'Yes',
    description: 'Other',
  })
  for (const { call } of [ana, cho]) expect((await call('GET', `${path}export`)).status).toBe(403)
  const answer = await boss.call('GET', `${path}export?supportRequestType=Bug&sort=ticketNumber&direction=asc`)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toContain('attachment')
  expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [head, ...rows] = readCsv(answer.bytes.subarray(3).toString())
  const fixed =
    'Date Submitted,Number,Submitted By Organization,Submitted By Account,Type,Status,Priority,Assigned To,Merged Into'
  expect(head).toEqual([...fixed.split(','), 'Description', ...typedFields.slice(1).map(({ title }) => title)])
  expect(rows.map((row) => row[9])).toEqual([
    "'=1+2",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'=cmd|calc",
    "'＝1+1",
    "'|x",
    'safe, "quoted"\nand more',
    'plain',
  ])
  expect(rows[0]?.[2]).toBe('Eastside, "The" House')
  expect(csvLines([['  =x']])).toBe(`"'  =x"\r\n`)
  for (const text of ['%x', '＋x', '－x', '＠x', '\u00a0=x', '\ufeff=x'])
    expect(readCsv(csvLines([[text]]))).toEqual([[`'${text}`]])
  for (const text of ['\t=x', '\r=x', '\n+x']) expect(csvLines([[text]])).toBe(`"'${text}"\r\n`)
  const spanish = await boss.call('GET', `${path}export?language=es&supportRequestType=Other`)
  expect(spanish.bytes.toString()).toContain('Abierta')
  expect((await cho.call('GET', path)).body.items).toEqual([])
  const records = await database
    .selectFrom('auditRecord')
    .select('actorId')
    .where('action', '=', 'supportRequest.export')
    .execute()
  expect(records.map(({ actorId }) => actorId)).toEqual([boss.account.id, boss.account.id])
})

it('HD-05 the times of the file are those of the zone that was asked for, with its distance from UTC', async () => {
  const org = await makeOrganization(database)
  const head = await someone({ organizationId: org.id, roles: ['organization-admin'] })
  await sql`insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
    values (700001, '2026-03-01T19:05:06Z', 'Bug', 'Low', 'Timed', 'Yes', ${org.id}, ${head.account.id})`.execute(
    database,
  )
  const timeIn = async (query: string) =>
    readCsv((await head.call('GET', `${path}export${query}`)).bytes.subarray(3).toString())[1]?.[0]
  expect(await timeIn('?timeZone=America/New_York')).toBe('2026-03-01 14:05:06 -05:00')
  expect(await timeIn('?timeZone=Asia/Kolkata')).toBe('2026-03-02 00:35:06 +05:30')
  expect(await timeIn('')).toBe('2026-03-01 19:05:06 +00:00')
})

it('HD-05 a file holds ten thousand tickets at most, and its last line says that there are more', async () => {
  const org = await makeOrganization(database)
  const head = await someone({ organizationId: org.id, roles: ['organization-admin'] })
  await sql`insert into support_request (number, created_on, support_request_type, priority, description, cleared_cache, organization_id, created_by)
    select 800000 + n, now() - n * interval '1 minute', 'Bug', 'Low', 'Many', 'Yes', ${org.id}, ${head.account.id} from generate_series(1, 10001) n`.execute(
    database,
  )
  const rows = readCsv((await head.call('GET', `${path}export`)).bytes.subarray(3).toString())
  expect(rows).toHaveLength(10_002)
  expect(rows.at(-1)?.[0]).toMatch(/^Only the first 10000 tickets/)
  expect(new Set(rows.map((row) => row[1])).size).toBe(10_002)
})

it('HD-05 the export has no pages, and its description names none', async () => {
  const { body } = await sue.call('GET', '/api/openapi.json')
  const names = body.paths[`${path}export`].get.parameters.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['keyword', 'id', 'sort', 'language', 'timeZone']))
  expect(names).not.toContain('limit')
  expect(names).not.toContain('cursor')
})

it('HD-05 D-HD-3 an end before the start is refused at its field, in every call with these filters', async () => {
  const days = 'startDate=2026-06-02&endDate=2026-06-01'
  const wrong = { status: 400, errors: [{ path: 'endDate', message: 'end-before-start' }] }
  for (const call of ['', 'counts', 'selection', 'export'])
    for (const more of ['', '&ticketNumber=HD-&keyword=roof']) {
      const { status, body } = await sue.call('GET', `${path}${call}?${days}${more}`)
      expect({ status, errors: body.errors }, `${call} ${more}`).toEqual(wrong)
    }
  expect((await sue.call('GET', `${path}?startDate=2026-06-01&endDate=2026-06-01`)).status).toBe(200)
  const filters = { startDate: '2026-06-02', endDate: '2026-06-01' }
  const inView = [{ path: 'filters.endDate', message: 'end-before-start' }]
  expect((await keep(tom.call, 'June', 'nobody', filters)).body.errors).toEqual(inView)
  const { id } = (await keep(tom.call, 'June', 'nobody', {})).body
  const changed = await tom.call('PUT', `${views}${id}`, { name: 'June', sharedWith: 'nobody', filters })
  expect(changed.body.errors).toEqual(inView)
  expect((await tom.call('DELETE', `${views}${id}`)).status).toBe(204)
})
