import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { type File, startImport, zipOf } from '#test/imports.ts'
import { PART_BYTES } from '../import-run.ts'

const app = await startTestApp({ IMPORT_MAX_MEGABYTES: '5' })
const { database } = app
const dana = await app.someone({ roles: ['data-manager'] })
const path = '/api/import/'

const elm = { name: 'organizations.csv', text: 'id,name\no1,Elm Kitchen\no2,Ash House\n' }
const services = (rows: string[]) => ({
  name: 'services.csv',
  text: ['id,organization_id,name,url', ...rows, ''].join('\n'),
})
const soup = 's1,o1,Soup,https://elm.test'
const begin = (sourceName: string, files: File[]) => startImport(dana.call, sourceName, files)
const check = async (sourceName: string, files: File[]) => {
  const id = await begin(sourceName, files)
  expect((await dana.call('POST', `${path}${id}/check`)).status).toBe(200)
  await app.workJobs()
  return (await dana.call('GET', `${path}${id}`)).body
}
const apply = async (id: string, body = {}) => {
  expect((await dana.call('POST', `${path}${id}/apply`, body)).status).toBe(200)
  await app.workJobs()
  return (await dana.call('GET', `${path}${id}`)).body
}
const namesOf = async (sourceName: string) =>
  (
    await database.selectFrom('service').select('name').where('sourceName', '=', sourceName).orderBy('name').execute()
  ).map(({ name }) => name)
const counts = (inserted: number, updated: number, unchanged: number, removed = 0) => ({
  ...{ inserted, updated, unchanged, removed },
})

it('DIR-10 files are checked by a job without changing anything, and then applied', async () => {
  const checked = await check('county', [elm, services([soup, 's2,o2,Beds,no address', 's3,o9x,,'])])
  expect(checked).toMatchObject({
    state: 'checked',
    startedBy: expect.stringMatching(/^Dana /),
    report: { ...counts(4, 0, 0), read: 5, badCount: 1, warningCount: 1 },
    files: [
      { name: 'organizations.csv', size: elm.text.length },
      { name: 'services.csv', size: expect.any(Number) },
    ],
  })
  expect(await namesOf('county')).toEqual([])
  const applied = await apply(checked.id)
  expect(applied).toMatchObject({ state: 'applied', report: { inserted: 4, badCount: 1 }, progress: null })
  expect(await namesOf('county')).toEqual(['Beds', 'Soup'])
  const found = await dana.call('GET', '/api/service/?text=soup')
  expect(found.body.items[0]).toMatchObject({ name: 'Soup' })
  // The same data again changes nothing.
  expect((await check('county', [elm, services([soup])])).report).toMatchObject(counts(0, 0, 3))
  expect(await database.selectFrom('importPart').select('number').where('runId', '=', checked.id).execute()).toEqual([])
})

it('DIR-10 each bad row is named by file, row and column, on the screen and in the whole report', async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => `b${at},o1,Bread ${at},=no site`)
  const run = await check('bad', [elm, services([...rows, 's2,o7,,'])])
  expect(run.report.reasons).toEqual([
    { reason: 'url: "…" is not a web address; left out', times: 1200 },
    { reason: 'name is empty', times: 1 },
  ])
  const first = await dana.call('GET', `${path}${run.id}/remark?limit=1`)
  expect(first.body.items).toEqual([
    {
      ...{ level: 'left out', file: 'services.csv', line: 2, columns: 'url' },
      reason: 'url: "=no site" is not a web address; left out',
    },
  ])
  const second = await dana.call('GET', `${path}${run.id}/remark?limit=1&cursor=${first.body.nextCursor}`)
  expect(second.body.items).toMatchObject([{ line: 3 }])
  const file = await dana.call('GET', `${path}${run.id}/report`)
  const lines = file.body.split('\r\n')
  expect(lines).toHaveLength(1203 + 1202)
  expect(lines[0]).toBe('\uFEFFfile,line,column,what,reason,kind,name,identifier')
  expect(lines).toContain('services.csv,1202,name,refused,name is empty,,,')
  // The listings follow, in batches too.
  expect(lines).toContain(',,,new,,organization,Ash House,o2')
  expect(lines).toContain(',,,new,,service,Bread 1199,b1199')
})

it('DIR-10 the dry run names each listing that is new, changes, with its fields, or is no longer in the source', async () => {
  const files = (
    service: string,
    { phone = '0101', site = '1 Elm Street', hours = '09:00', shore = '', second = 's2,o1,Beds,\ns3,o2,Rides,' } = {},
  ) => [
    elm,
    services([service, ...second.split('\n')]),
    { name: 'locations.csv', text: 'id,organization_id,name\nl1,o1,Elm Hall\nl2,o1,\n' },
    { name: 'addresses.csv', text: `id,location_id,address_1,city\na1,l1,${site},Elm\na2,l2,2 Oak Street,Elm\n` },
    { name: 'service_at_location.csv', text: `id,service_id,location_id\nx1,s1,l1\n${shore}` },
    {
      name: 'phones.csv',
      text: `id,organization_id,service_id,number\np1,o2,,716-555-${phone}\np2,,s1,716-555-0102\n`,
    },
    {
      name: 'schedules.csv',
      text: `id,service_at_location_id,freq,byday,opens_at,closes_at\nh1,x1,WEEKLY,MO,${hours},17:00\n`,
    },
  ]
  const listed = async (id: string) =>
    Object.fromEntries(
      await Promise.all(
        ['added', 'changed', 'missing'].map(async (act) => [
          act,
          (await dana.call('GET', `${path}${id}/listing?act=${act}`)).body.items.map(
            ({ kind, name, key, fields }: Record<string, unknown>) => [kind, name, key, fields],
          ),
        ]),
      ),
    )
  const first = await check('listed', files(soup))
  const all = {
    added: [
      ...[
        ['organization', 'Ash House', 'o2', []],
        ['organization', 'Elm Kitchen', 'o1', []],
      ],
      ...[
        ['service', 'Beds', 's2', []],
        ['service', 'Rides', 's3', []],
        ['service', 'Soup', 's1', []],
      ],
      // A place without a name is called by its address.
      ...[
        ['location', '2 Oak Street', 'l2', []],
        ['location', 'Elm Hall', 'l1', []],
      ],
    ],
    ...{ changed: [], missing: [] },
  }
  expect(await listed(first.id)).toEqual(all)
  expect(first.report.listings).toEqual({ added: 7, changed: 0, missing: 0 })
  expect((await apply(first.id)).report.listings).toEqual(first.report.listings)
  expect(await listed(first.id)).toEqual(all)
  const same = await check('listed', files(soup))
  expect(await listed(same.id)).toEqual({ added: [], changed: [], missing: [] })

  const other = {
    phone: '0199',
    site: '3 Elm Street',
    hours: '10:00',
    shore: 'x2,s2,l2\n',
    second: 's2,o1,Beds,\ns4,o2,Walks,',
  }
  const next = await check('listed', files('s1,o1,Soup and bread,', other))
  const changes = {
    added: [['service', 'Walks', 's4', []]],
    changed: [
      ['organization', 'Ash House', 'o2', ['phone']],
      ['service', 'Beds', 's2', ['service_at_location']],
      ['service', 'Soup and bread', 's1', ['name', 'schedule', 'url']],
      ['location', 'Elm Hall', 'l1', ['address']],
    ],
    missing: [['service', 'Rides', 's3', []]],
  }
  expect(await listed(next.id)).toEqual(changes)
  expect(await namesOf('listed')).toEqual(['Beds', 'Rides', 'Soup'])
  // The order of the pages is the order of the list.
  const page = await dana.call('GET', `${path}${next.id}/listing?act=changed&limit=3`)
  const rest = await dana.call('GET', `${path}${next.id}/listing?act=changed&limit=3&cursor=${page.body.nextCursor}`)
  expect([page.body.items.length, rest.body.items.length, rest.body.nextCursor]).toEqual([3, 1, null])
  const report = (await dana.call('GET', `${path}${next.id}/report`)).body
  expect(report).toContain('\r\n,,"name, schedule, url",changed,,service,Soup and bread,s1\r\n')
  expect(report).toContain('\r\n,,,no longer in the source,,service,Rides,s3\r\n')
  await apply(next.id)
  expect(await listed(next.id)).toEqual(changes)
  // A part that goes changes what it belonged to.
  const less = files('s1,o1,Soup and bread,', other).filter(({ name }) => name !== 'schedules.csv')
  const without = await check('listed', [...less, { name: 'schedules.csv', text: 'id,service_at_location_id\n' }])
  expect((await listed(without.id)).changed).toEqual([['service', 'Soup and bread', 's1', ['schedule']]])
})

it('DIR-10 an archive is unpacked, with what nobody reads named, and one that is none fails with a reason', async () => {
  const archive = zipOf({ 'export/organizations.csv': elm.text, 'export/notes.txt': 'x', '__MACOSX/._a.csv': 'x' })
  const run = await check('zipped', [{ name: 'county.zip', text: archive }])
  expect(run).toMatchObject({
    state: 'checked',
    report: { inserted: 2, ignored: [{ file: 'notes.txt', columns: [] }] },
  })
  expect(await check('zipped', [{ name: 'broken.zip', text: 'no archive' }])).toMatchObject({
    ...{ state: 'failed', failure: 'not-a-zip', report: null },
  })
  const twice = zipOf({ 'a/organizations.csv': elm.text, 'b/Organizations.csv': elm.text })
  expect(await check('zipped', [{ name: 'twice.zip', text: twice }])).toMatchObject({ failure: 'file-twice' })
  const bomb = zipOf({ 'organizations.csv': Buffer.alloc(101 * 1024 * 1024) })
  expect(await check('zipped', [{ name: 'bomb.zip', text: bomb }])).toMatchObject({ failure: 'unpacked-too-large' })
})

it('DIR-10 a source that would lose more than a tenth waits for a word', async () => {
  const phones = Array.from({ length: 20 }, (_, at) => `p${at},o1,716-555-01${at + 10}`)
  const file = (rows: string[]) => ({ name: 'phones.csv', text: ['id,organization_id,number', ...rows, ''].join('\n') })
  await apply((await check('less', [elm, file(phones)])).id)
  const run = await check('less', [elm, file([])])
  expect(run.report).toMatchObject({ removed: 0, stopped: [{ entity: 'phone', gone: 20, of: 20 }] })
  expect((await apply(run.id)).report).toMatchObject({ removed: 0, stopped: [{ entity: 'phone' }] })
  const again = await check('less', [elm, file([])])
  expect((await apply(again.id, { removesMuch: true })).report).toMatchObject({ removed: 20, stopped: [] })
})

it('DIR-10 two imports of one source never run at once', async () => {
  const [one, other, elsewhere] = [await begin('once', [elm]), await begin('once', [elm]), await begin('else', [elm])]
  const started = await Promise.all([one, other, elsewhere].map((id) => dana.call('POST', `${path}${id}/check`)))
  expect(started.map(({ status }) => status).sort()).toEqual([200, 200, 409])
  expect(started.find(({ status }) => status === 409)?.body.code).toBe('import-running')
  expect(started[2]?.status).toBe(200)
  await app.workJobs()
  const waiting = started[0]?.status === 409 ? one : other
  expect((await dana.call('POST', `${path}${waiting}/check`)).status).toBe(200)
  await app.workJobs()
})

it('DIR-10 parts of a file may come again, and nothing starts before all are there', async () => {
  const text = `id,name\n${'o1,Elm\n'.padEnd(PART_BYTES, 'x')}\n`
  const body = { sourceName: 'parts', files: [{ name: 'organizations.csv', size: text.length }] }
  const { id } = (await dana.call('POST', path, body)).body
  const send = (part: number, bytes: string, call = dana.call) =>
    call('PUT', `${path}${id}/file/0/${part}`, bytes, { 'content-type': 'application/octet-stream' })
  expect((await send(0, text.slice(0, 100))).body.errors).toEqual([{ path: 'part', message: 'part-size' }])
  const other = await app.someone({ roles: ['platform-admin'] })
  expect((await send(0, text.slice(0, PART_BYTES), other.call)).status).toBe(409)
  for (let time = 0; time < 2; time += 1) expect((await send(0, text.slice(0, PART_BYTES))).status).toBe(204)
  expect((await dana.call('POST', `${path}${id}/check`)).body.code).toBe('import-incomplete')
  expect((await send(1, text.slice(PART_BYTES))).status).toBe(204)
  expect((await dana.call('POST', `${path}${id}/check`)).body.state).toBe('checking')
  await app.workJobs()
  expect((await send(1, text.slice(PART_BYTES))).status).toBe(409)
})

it('DIR-10 an import that is not there has no remarks and listings, instead of empty lists', async () => {
  const gone = `${path}${crypto.randomUUID()}`
  for (const list of ['', '/remark', '/listing?act=added', '/report'])
    expect((await dana.call('GET', `${gone}${list}`)).status, list).toBe(404)
  for (const act of ['check', 'apply', 'discard', 'undo'])
    expect((await dana.call('POST', `${gone}/${act}`, {})).status, act).toBe(404)
  expect((await dana.call('POST', `${path}nightly/stop`, { sourceName: 'never heard of' })).status).toBe(404)
})

it('DIR-10 each act fits only its state, may come again, and is in the audit once', async () => {
  const act = async (id: string, name: string, call = dana.call) => {
    const { status, body } = await call('POST', `${path}${id}/${name}`, {})
    return status === 200 ? body.state : body.code
  }
  const other = await app.someone({ roles: ['platform-admin'] })
  const id = await begin('acts', [elm])
  for (const early of ['apply', 'undo']) expect(await act(id, early), early).toBe('illegal-transition')
  // Only whoever sends the files says that they are all there.
  expect(await act(id, 'check', other.call)).toBe('illegal-transition')
  for (let time = 0; time < 2; time += 1) expect(await act(id, 'check')).toBe('checking')
  expect(await act(id, 'discard')).toBe('illegal-transition')
  await app.workJobs()
  for (const late of ['check', 'undo']) expect(await act(id, late), late).toBe('illegal-transition')
  for (let time = 0; time < 2; time += 1) expect(await act(id, 'apply', other.call)).toBe('applying')
  await app.workJobs()
  for (const late of ['check', 'apply', 'discard']) expect(await act(id, late), late).toBe('illegal-transition')
  expect((await dana.call('GET', `${path}${id}`)).body).toMatchObject({ canUndo: true, endedOn: expect.any(String) })
  for (let time = 0; time < 2; time += 1) expect(await act(id, 'undo')).toBe('undoing')
  await app.workJobs()
  expect((await dana.call('GET', `${path}${id}`)).body).toMatchObject({
    ...{ state: 'undone', canUndo: false, undoReport: { undone: 2, kept: 0 } },
  })
  expect(await act(id, 'undo')).toBe('illegal-transition')
  const audited = await auditsOf(database, id)
  expect(audited.map(({ action, actorId, subjectType }) => [action, actorId, subjectType])).toEqual([
    ['import.begin', dana.account.id, 'import'],
    ['import.apply', other.account.id, 'import'],
    ['import.undo', dana.account.id, 'import'],
  ])
  const given = await begin('acts', [elm])
  for (let time = 0; time < 2; time += 1) expect(await act(given, 'discard')).toBe('discarded')
  expect((await auditsOf(database, given)).map(({ action }) => action)).toEqual(['import.begin', 'import.discard'])
})

it('DIR-10 files that nobody finished sending, and dry runs that nobody decided on, end with time', async () => {
  const [sent, sentNow] = [await begin('old', [elm]), await begin('old', [elm])]
  const [checked, checkedNow] = [await check('old', [elm]), await check('old', [elm])]
  const age = (id: string, hours: number) =>
    sql`update import_run set touched_on = now() - make_interval(hours => ${hours}) where id = ${id}::uuid`.execute(
      database,
    )
  await age(sent, 25)
  await age(sentNow, 23)
  await age(checked.id, 14 * 24 + 1)
  await age(checkedNow.id, 14 * 24 - 1)
  const nightly = async (days: number, by: string | null = null) => {
    const { rows } = await sql<{ id: string }>`
      insert into import_run (source_name, state, address, started_by, started_on, ended_on)
      values ('night', 'applied', 'https://night.test', ${by}::uuid, now() - make_interval(days => ${days}), now()) returning id`.execute(
      database,
    )
    const id = rows[0]?.id ?? ''
    await sql`insert into import_remark (run_id, number, level, file, line, columns, reason)
      values (${id}::uuid, 1, 'refused', 'a', 1, '', 'empty')`.execute(database)
    return id
  }
  const nights = [await nightly(91), await nightly(89), await nightly(91, dana.account.id)]
  await app.runTask('tidy')
  const stateOf = async (id: string) => (await dana.call('GET', `${path}${id}`)).body.state ?? 'gone'
  expect(await Promise.all([sent, sentNow, checked.id, checkedNow.id].map(stateOf))).toEqual([
    ...['gone', 'receiving', 'discarded', 'checked'],
  ])
  const remarksOf = async (id: string) => (await dana.call('GET', `${path}${id}/remark`)).body.items.length
  expect(await Promise.all(nights.map(remarksOf))).toEqual([0, 1, 1])
  // What is still being sent is no import yet.
  const { items } = (await dana.call('GET', `${path}?limit=200`)).body
  const ids = items.map(({ id }: { id: string }) => id)
  expect([ids.includes(sentNow), ids.includes(checkedNow.id)]).toEqual([false, true])
})

it('DIR-10 an HSDS address is one of the web, without a query', async () => {
  for (const address of [
    'ftp://a.test',
    'https://',
    'https://a.test/?x=1',
    'https://a.test/#x',
    'https://a b',
    'a.test',
  ])
    expect((await dana.call('POST', `${path}address`, { sourceName: 'x', address })).body.errors, address).toEqual([
      { path: 'address', message: 'address-format' },
    ])
  const blank = await dana.call('POST', `${path}address`, { sourceName: ' ', address: 'https://a.test' })
  expect(blank.body.errors).toMatchObject([{ path: 'sourceName' }])
})

it('DIR-10 what is no data, twice there or too large is refused at its field', async () => {
  const refused = async (files: { name: string; size: number }[]) =>
    (await dana.call('POST', path, { sourceName: 'x', files })).body.errors
  expect(await refused([])).toEqual([{ path: 'files', message: 'file-needed' }])
  expect(await refused([{ name: 'map.pdf', size: 1 }])).toEqual([{ path: 'files.0.name', message: 'file-kind' }])
  expect(await refused([{ name: '../a.csv', size: 1 }])).toEqual([{ path: 'files.0.name', message: 'file-kind' }])
  expect(await refused([{ name: 'a.csv', size: 0 }])).toEqual([{ path: 'files.0.size', message: 'file-empty' }])
  expect(await refused(['a.csv', 'A.csv'].map((name) => ({ name, size: 1 })))).toEqual([
    { path: 'files', message: 'file-twice' },
  ])
  expect(await refused([{ name: 'a.csv', size: 6 * 1024 * 1024 }])).toEqual([
    { path: 'files', message: 'files-too-large' },
  ])
})

it('DIR-10 an import that is given up changes nothing, and cannot be applied any more', async () => {
  const run = await check('given-up', [elm])
  expect((await dana.call('POST', `${path}${run.id}/discard`)).body.state).toBe('discarded')
  expect((await dana.call('POST', `${path}${run.id}/apply`, {})).status).toBe(409)
  const nothing = await check('given-up', [{ name: 'things.json', text: '[{"a":1}]' }])
  expect(nothing.report).toMatchObject({ inserted: 0, ignored: [{ file: 'things.json', columns: [] }] })
  expect((await dana.call('POST', `${path}${nothing.id}/apply`, {})).status).toBe(409)
  const sources = await database.selectFrom('organization').select('id').where('sourceName', '=', 'given-up').execute()
  expect(sources).toEqual([])
})

it('DIR-10 the history lists every import, newest first, page by page', async () => {
  await apply((await check('history', [elm])).id)
  const newest = await check('history', [{ name: 'map.json', text: readFileSync('package.json', 'utf8') }])
  const first = (await dana.call('GET', `${path}?limit=1`)).body
  expect(first.items).toMatchObject([{ id: newest.id, state: 'checked' }])
  const second = (await dana.call('GET', `${path}?limit=1&cursor=${first.nextCursor}`)).body
  expect(second.items).toMatchObject([
    { sourceName: 'history', state: 'applied', counts: { inserted: 2, updated: 0, removed: 0, badCount: 0 } },
  ])
})
