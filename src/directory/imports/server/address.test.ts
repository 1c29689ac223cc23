import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
const hsds = `${await peer.app.listen({ port: 0, host: '127.0.0.1' })}/hsds`

const begin = (sourceName: string, address: string, isNightly = false) =>
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

it('DIR-10 a source is imported every night until somebody stops it, once at a time', async () => {
  expect((await begin('night', hsds, true)).status).toBe(201)
  expect((await begin('night', hsds)).body.code).toBe('import-running')
  await app.runTask('nightly-imports')
  expect(
    (await dana.call('GET', `${path}?limit=50`)).body.items.filter(
      (r: { sourceName: string }) => r.sourceName === 'night',
    ),
  ).toHaveLength(1)
  await app.workJobs()
  expect(await countOf('night')).toBe(0)
  await app.runTask('nightly-imports')
  await app.workJobs()
  expect(await countOf('night')).toBeGreaterThan(10)
  const [newest] = (await dana.call('GET', path)).body.items
  expect(newest).toMatchObject({ sourceName: 'night', state: 'applied', startedBy: null })
  expect((await dana.call('GET', `${path}nightly`)).body.items).toEqual([{ sourceName: 'night', address: hsds }])
  expect((await dana.call('POST', `${path}nightly/stop`, { sourceName: 'night' })).status).toBe(204)
  await app.runTask('nightly-imports')
  expect((await dana.call('GET', path)).body.items[0].id).toBe(newest.id)
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
