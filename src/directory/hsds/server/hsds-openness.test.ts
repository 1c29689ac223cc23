import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp()
await importDemoDirectory(product.database)
const elsewhere = { origin: 'https://map.example.org', 'sec-fetch-site': 'cross-site' }
const get = (path: string, headers: Record<string, string> = {}) =>
  product.anonymous('GET', path, undefined, { ...elsewhere, ...headers })
const { id } = (await get('/hsds/services?search=dental')).body.contents[0]

it('HSDS-03 a page of another site may read the directory, and searches by GET and POST', async () => {
  const lists = [
    '/hsds/',
    '/hsds/services',
    `/hsds/services/${id}`,
    '/hsds/taxonomy_terms',
    '/hsds/services?format=ndjson',
  ]
  for (const path of lists) {
    const { status, headers } = await get(path)
    expect([path, status]).toEqual([path, 200])
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=60',
    })
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  }
  expect((await product.anonymous('POST', '/hsds/services?search=dental', undefined, elsewhere)).status).toBe(200)
  const preflight = await product.anonymous('OPTIONS', '/hsds/services', undefined, elsewhere)
  expect(preflight.status).toBe(204)
  expect(preflight.headers['access-control-allow-headers']).toContain('if-none-match')
})

it('HSDS-03 only what is public is open to other sites, and a mistake is not kept', async () => {
  const { headers } = await get('/api/health')
  expect(headers['access-control-allow-origin']).toBeUndefined()
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(
    (await product.anonymous('POST', '/api/service/', {}, elsewhere)).headers['access-control-allow-origin'],
  ).toBeUndefined()
  const mistake = await get('/hsds/services?page=0')
  expect(mistake.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
})

it('HSDS-03 what has not changed is answered with 304, and what has changed is sent', async () => {
  for (const path of ['/hsds/services', `/hsds/services/${id}`, '/hsds/service_at_locations?full=true']) {
    const { etag } = (await get(path)).headers
    const again = await get(path, { 'if-none-match': `"other", ${etag}` })
    expect([path, again.status, again.bytes.length]).toEqual([path, 304, 0])
    expect(again.headers).toMatchObject({
      etag,
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
    })
  }
  const before = await get(`/hsds/services/${id}`)
  await product.database.insertInto('phone').values({ serviceId: id, number: '+17165550123' }).execute()
  const after = await get(`/hsds/services/${id}`, { 'if-none-match': String(before.headers.etag) })
  expect([after.status, after.body.phones[0].number]).toEqual([200, '+17165550123'])
})

it('HSDS-03 a record says when it last changed, parts included', async () => {
  const before = (await get(`/hsds/services/${id}`)).headers['last-modified'] as string
  expect((await get(`/hsds/services/${id}`, { 'if-modified-since': before })).status).toBe(304)
  expect((await get(`/hsds/services/${id}`, { 'if-modified-since': 'never' })).status).toBe(200)
  await product.database
    .updateTable('serviceModification')
    .set({ modifiedOn: new Date(Date.parse(before) + 5000).toISOString() })
    .where('serviceId', '=', id)
    .execute()
  expect((await get(`/hsds/services/${id}`, { 'if-modified-since': before })).status).toBe(200)
})

it('HSDS-03 NDJSON gives every record once, across the steps of its reading', async () => {
  const organization = await product.database
    .selectFrom('organization')
    .select('id')
    .where('standing', '=', 'verified')
    .executeTakeFirstOrThrow()
  const many = Array.from({ length: 450 }, (_, n) => ({ organizationId: organization.id, name: `Service ${n}` }))
  await product.database.insertInto('service').values(many).execute()
  const { total_items: total } = (await get('/hsds/services?per_page=1')).body
  const lines = String((await get('/hsds/services?format=ndjson')).body)
    .trim()
    .split('\n')
  const found = new Set(lines.map((line) => JSON.parse(line).id))
  expect([lines.length, found.size]).toEqual([total, total])
  expect(total).toBeGreaterThan(450)
  const changed = String((await get('/hsds/services?format=ndjson&full=true&modified_after=2099-01-01')).body)
  expect(changed).toBe('')
})
