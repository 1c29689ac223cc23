import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { fetchPublic } from '#platform/server/fetch-public.ts'
import { startTestApp } from '#test/app.ts'

const peer = await startTestApp()
const app = await startTestApp({ IMPORT_HOSTS: '127.0.0.1' })
const { database } = app
const dana = await app.someone({ roles: ['data-manager'] })
const path = '/api/import/'
await importDemoDirectory(peer.database)
const asked: string[] = []
peer.app.server.on('request', ({ url }) => asked.push(url ?? ''))
const hsds = `${await peer.app.listen({ port: 0, host: '127.0.0.1' })}/hsds`

const begin = (sourceName: string, address: string, isNightly?: boolean) =>
  dana.call('POST', `${path}address`, { sourceName, address, isNightly })
const read = async (id: string) => (await dana.call('GET', `${path}${id}`)).body
const copy = async (sourceName: string, address: string) => {
  const begun = await begin(sourceName, address)
  expect(begun.status).toBe(201)
  await app.workJobs()
  return read(begun.body.id)
}
const countOf = async (sourceName: string) =>
  (await database.selectFrom('service').select('id').where('sourceName', '=', sourceName).execute()).length

it('DIR-10 another directory is read from its HSDS address, page by page, and copied again changes nothing', async () => {
  const checked = await copy('peer', hsds)
  expect(checked).toMatchObject({
    state: 'checked',
    address: hsds,
    report: { badCount: 0, warningCount: 0, ignored: [] },
  })
  expect(await countOf('peer')).toBe(0)
  await dana.call('POST', `${path}${checked.id}/apply`, {})
  await app.workJobs()
  const there = await peer.database.selectFrom('service').select('id').where('status', '=', 'active').execute()
  expect(await countOf('peer')).toBeGreaterThanOrEqual(there.length)
  expect((await copy('peer', hsds)).report).toMatchObject({ inserted: 0, updated: 0, removed: 0, badCount: 0 })
})

/** Applies a dry run from an address, with what it says of the schedule. */
async function apply(sourceName: string, address: string, isNightly?: boolean) {
  const { id } = (await begin(sourceName, address, isNightly)).body
  await app.workJobs()
  expect((await dana.call('POST', `${path}${id}/apply`, {})).status).toBe(200)
  await app.workJobs()
  return read(id)
}
const nightly = async () => (await dana.call('GET', `${path}nightly`)).body.items

it('DIR-10 a schedule begins when its dry run is applied, not while somebody decides or after it was discarded', async () => {
  const runs = async () =>
    (await dana.call('GET', `${path}?limit=50`)).body.items.filter(
      (run: { sourceName: string }) => run.sourceName === 'night',
    )
  const { id } = (await begin('night', hsds, true)).body
  expect((await begin('night', hsds)).body.code).toBe('import-running')
  await app.workJobs()
  await app.runTask('nightly-imports')
  expect([await runs(), await nightly()]).toMatchObject([[{ state: 'checked' }], []])
  await dana.call('POST', `${path}${id}/discard`, {})
  await app.runTask('nightly-imports')
  await app.workJobs()
  expect([await runs(), await countOf('night')]).toMatchObject([[{ state: 'discarded' }], 0])
})

it('DIR-10 reading a nightly source by hand leaves its schedule, unless it is ended on purpose', async () => {
  await apply('night', hsds, true)
  const scheduled = [{ sourceName: 'night', address: hsds }]
  expect(await nightly()).toEqual(scheduled)
  await apply('night', hsds)
  expect(await nightly()).toEqual(scheduled)
  const { id } = (await begin('night', hsds, false)).body
  await app.workJobs()
  await dana.call('POST', `${path}${id}/discard`, {})
  expect(await nightly()).toEqual(scheduled)
  await apply('night', hsds, false)
  expect(await nightly()).toEqual([])
})

it('DIR-10 a source is imported every night until somebody stops it, once at a time', async () => {
  await apply('night', hsds, true)
  expect(await countOf('night')).toBeGreaterThan(10)
  await app.runTask('nightly-imports')
  await app.workJobs()
  const [newest] = (await dana.call('GET', path)).body.items
  expect(newest).toMatchObject({ sourceName: 'night', state: 'applied', startedBy: null })
  expect(await nightly()).toEqual([{ sourceName: 'night', address: hsds }])
  expect((await dana.call('POST', `${path}nightly/stop`, { sourceName: 'night' })).status).toBe(204)
  await app.runTask('nightly-imports')
  expect((await dana.call('GET', path)).body.items[0].id).toBe(newest.id)
})

it('DIR-10 what is undone does not come back in the night: its schedule ends, that of another address stays', async () => {
  const undo = async (id: string) => {
    expect((await dana.call('POST', `${path}${id}/undo`)).status).toBe(200)
    await app.workJobs()
    expect((await read(id)).state).toBe('undone')
  }
  const first = await apply('undone by day', hsds, true)
  await undo(first.id)
  expect(await nightly()).toEqual([])
  await app.runTask('nightly-imports')
  await app.workJobs()
  expect(await countOf('undone by day')).toBe(0)
  const second = await apply('undone by day', hsds, true)
  const elsewhere = 'https://elsewhere.example.org/hsds'
  await database.updateTable('importSource').set({ address: elsewhere }).where('address', '=', hsds).execute()
  await undo(second.id)
  expect(await nightly()).toEqual([{ sourceName: 'undone by day', address: elsewhere }])
  await dana.call('POST', `${path}nightly/stop`, { sourceName: 'undone by day' })
})

it('DIR-10 the next nights read only what changed; every week, and after another import, everything is read', async () => {
  await sql`update service_modification set modified_on = now() - interval '3 days'`.execute(peer.database)
  const night = async () => {
    asked.length = 0
    await app.runTask('nightly-imports')
    await app.workJobs()
    return read((await dana.call('GET', path)).body.items[0].id)
  }
  const [changed, gone] = await peer.database
    .selectFrom('service')
    .select('id')
    .where('status', '=', 'active')
    .where('id', 'in', (q) => q.selectFrom('schedule').select((e) => e.ref('serviceId').$notNull().as('id')))
    .where('id', 'in', (q) => q.selectFrom('serviceAtLocation').select('serviceId'))
    .orderBy('name')
    .limit(2)
    .execute()
  await peer.database
    .insertInto('requiredDocument')
    .values({ serviceId: changed?.id ?? '', document: 'A letter' })
    .execute()
  const whole = await apply('weekly', hsds, true)
  expect(whole).toMatchObject({ state: 'applied', isPartial: false, sourceName: 'weekly' })
  const before = await countOf('weekly')
  const partsOf = async (key: string) => {
    const { rows } = await sql<{ name: string; schedules: number; documents: number; places: number }>`
      select s.name, (select count(*) from schedule where service_id = s.id)::integer as schedules,
        (select count(*) from required_document where service_id = s.id)::integer as documents,
        (select count(*) from service_at_location where service_id = s.id)::integer as places
      from service s where s.source_name = 'weekly' and s.source_key = ${key}`.execute(database)
    return rows[0]
  }
  const others = async () =>
    (
      await sql`select (select count(*) from schedule where source_name = 'weekly')::integer as schedules,
        (select count(*) from address where source_name = 'weekly')::integer as addresses,
        (select count(*) from service_at_location where source_name = 'weekly')::integer as places`.execute(database)
    ).rows[0] as Record<string, number>
  const [was, all] = [await partsOf(changed?.id ?? ''), await others()]
  expect(was?.schedules).toBeGreaterThan(0)
  expect(was?.documents).toBe(1)
  // One changes and loses its hours, and the only document of the source; another is no longer listed.
  await peer.database.deleteFrom('requiredDocument').where('document', '=', 'A letter').execute()
  await peer.database
    .updateTable('service')
    .set({ name: 'Renamed help' })
    .where('id', '=', changed?.id ?? '')
    .execute()
  await peer.database
    .deleteFrom('schedule')
    .where('serviceId', '=', changed?.id ?? '')
    .execute()
  await peer.database
    .updateTable('service')
    .set({ status: 'inactive' })
    .where('id', '=', gone?.id ?? '')
    .execute()
  const partial = await night()
  expect(partial).toMatchObject({
    state: 'applied',
    isPartial: true,
    report: { missingCount: 0, badCount: 0, stopped: [] },
  })
  expect(
    asked.filter((url) => url.includes('/organizations')).map((url) => url.replace(/[0-9a-f-]{36}/, 'id')),
  ).toEqual(['/hsds/organizations/id'])
  expect(await partsOf(changed?.id ?? '')).toEqual({ ...was, name: 'Renamed help', schedules: 0, documents: 0 })
  expect(await others()).toEqual({ ...all, schedules: (all.schedules ?? 0) - (was?.schedules ?? 0) })
  expect(await countOf('weekly')).toBe(before)
  // What changed stays in the answer until the next whole import, and then changes nothing.
  expect(await night()).toMatchObject({ isPartial: true, report: { updated: 0, inserted: 0, removed: 0 } })
  // After a week, what is gone is noticed.
  await sql`update import_run set started_on = started_on - interval '7 days' where source_name = 'weekly'`.execute(
    database,
  )
  expect(await night()).toMatchObject({ isPartial: false, report: { missingCount: 1 } })
  expect(await night()).toMatchObject({ isPartial: true })
  // Somebody else's file for the same source says other things.
  await sql`insert into import_run (source_name, state, ended_on) values ('weekly', 'undone', now())`.execute(database)
  expect(await night()).toMatchObject({ isPartial: false })
  await dana.call('POST', `${path}nightly/stop`, { sourceName: 'weekly' })
})

it('DIR-10 a directory that ignores what it is asked for, or refuses it, is read whole every night', async () => {
  let refuses = false
  const other = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://other')
    const say = (status: number, body: unknown) => answer.writeHead(status).end(JSON.stringify(body))
    if (refuses && searchParams.has('modified_after')) return say(400, {})
    if (pathname === '/organizations')
      return say(200, { total_pages: 1, contents: [{ id: 'o1', name: 'Elm', phones: [] }] })
    if (pathname !== '/services') return say(404, {})
    const service = { id: 's1', name: 'Help', organization_id: 'o1', phones: [] }
    return say(200, { total_pages: 1, contents: searchParams.get('page') === '1' ? [service] : [] })
  })
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  afterAll(() => new Promise((done) => other.close(done)))
  await apply('deaf', `http://127.0.0.1:${(other.address() as AddressInfo).port}`, true)
  for (const state of [false, false, true]) {
    refuses = state
    await app.runTask('nightly-imports')
    await app.workJobs()
    const { id } = (await dana.call('GET', path)).body.items[0]
    expect(await read(id)).toMatchObject({
      sourceName: 'deaf',
      state: 'applied',
      isPartial: false,
      report: { read: 2 },
    })
  }
  await dana.call('POST', `${path}nightly/stop`, { sourceName: 'deaf' })
})

it('DIR-10 short records of a list are read whole, and lists that are not there are left out', async () => {
  const services = ['s1', 's2', 's3'].map((id) => ({ id, name: `Help ${id}`, organization_id: 'o1' }))
  const other = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://other')
    const say = (status: number, body: unknown) => answer.writeHead(status).end(JSON.stringify(body))
    if (pathname === '/organizations') return say(200, { contents: [{ id: 'o1', name: 'Elm', phones: [] }] })
    const one = services.find(({ id }) => pathname === `/services/${id}`)
    if (one) return say(200, { ...one, phones: [{ id: `p-${one.id}`, number: '716-555-0100' }] })
    if (pathname !== '/services') return say(404, {})
    if (searchParams.has('full')) return say(400, {})
    const page = Number(searchParams.get('page'))
    return say(200, { total_pages: 2, contents: page === 1 ? services.slice(0, 2) : services.slice(2) })
  })
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  afterAll(() => new Promise((done) => other.close(done)))
  const { report } = await copy('other', `http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
  expect(report).toMatchObject({ inserted: 7, badCount: 0 })
})

it('DIR-10 a directory without an end, and one that stops in between, fail with a reason', async () => {
  const blank = Buffer.alloc(1024 * 1024, ' ')
  let calls = 0
  let megabytes = 0
  const other = createServer((request, answer) => {
    calls += 1
    if (request.url?.startsWith('/empty/')) answer.end(JSON.stringify({ contents: [], total_pages: 1_000_000 }))
    else if (request.url?.startsWith('/large/')) {
      const more = () => {
        do megabytes += 1
        while (!answer.destroyed && answer.write(blank))
      }
      answer.on('drain', more)
      more()
    } else {
      answer.write('{')
      setTimeout(() => answer.destroy(), 10)
    }
  })
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  afterAll(() => new Promise((done) => other.close(done)))
  const at = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  expect((await copy('endless', `${at}/large`)).failure).toBe('unpacked-too-large')
  // Not read until the limit of a whole import.
  expect(megabytes).toBeLessThan(100)
  expect((await copy('endless', `${at}/broken`)).failure).toBe('address-no-answer')
  calls = 0
  expect((await copy('endless', `${at}/empty`)).state).toBe('checked')
  expect(calls).toBe(4)
  const slow = createServer((_request, answer) => {
    const drip = setInterval(() => answer.write(' '), 20)
    answer.on('close', () => clearInterval(drip))
  })
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
  afterAll(() => new Promise((done) => slow.close(done)))
  const url = new URL(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`)
  const limits = { allowedHosts: ['127.0.0.1'], maxBytes: 1_000_000 }
  await expect(fetchPublic(url, { ...limits, mostMs: 200 })).rejects.toMatchObject({ code: 'no-answer' })
})

it('DIR-10 an import connects to no internal address, and says what is wrong with one', async () => {
  const { port } = new URL(hsds)
  for (const address of [
    `http://localhost:${port}/hsds`,
    'https://localhost/hsds',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.2]/',
    'http://127.0.0.2/',
  ])
    expect([address, (await copy('inside', address)).failure]).toEqual([address, 'address-not-public'])
  expect((await copy('inside', `http://127.0.0.1:${port}/nothing`)).failure).toBe('address-refused')
  expect((await copy('inside', 'http://127.0.0.1:9/')).failure).toBe('address-no-answer')
  const wrong = await begin('inside', 'ftp://example.org')
  expect(wrong.body.errors).toEqual([{ path: 'address', message: 'address-format' }])
})
