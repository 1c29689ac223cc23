import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'

const LIMIT = 5
const product = await startTestApp({ TRUST_PROXY: '1' })
await importDemoDirectory(product.database)

it('HSDS-03 a network makes a limited number of calls in ten minutes, and is told when to come back', async () => {
  const small = await startTestApp({ TRUST_PROXY: '1', HSDS_CALL_LIMIT: String(LIMIT) })
  const get = (path: string, address: string) =>
    small.anonymous('GET', `/hsds${path}`, undefined, { 'x-forwarded-for': address, origin: 'https://map.example.org' })
  const paths = ['/services', '/services?format=ndjson', '/organizations', '/taxonomies', '/service_at_locations']
  for (const path of paths) expect((await get(path, '198.51.100.7')).status).toBe(200)
  for (const path of [...paths, '/services/00000000-0000-4000-8000-000000000000']) {
    const { status, headers, body } = await get(path, '198.51.100.7')
    expect([status, body.code]).toEqual([429, 'too-many-requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(500)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
  }
  expect((await get('/services', '198.51.100.8')).status).toBe(200)
})

it('HSDS-01 whole organizations with their services come ten at a time', async () => {
  const get = (query: string) => product.anonymous('GET', `/hsds/organizations?full_service=true${query}`)
  expect((await get('')).body.contents).toHaveLength(10)
  expect((await get('&per_page=10')).status).toBe(200)
  const { status, body } = await get('&per_page=11')
  expect([status, body.errors]).toEqual([400, [{ path: 'per_page', message: 'at most 10 with full_service' }]])
})

const TOO_LONG = 'x'.repeat(5000)
const nowhere = '00000000-0000-4000-8000-000000000000'
it.each([
  'services?search=a&search=b',
  'services?search[]=a',
  'services?page=1&page=2',
  'services?organization_id=a&organization_id=b',
  `services?search=${TOO_LONG}`,
  'services?organization_id=%00',
  'services?organization_id=%FF',
  'services?modified_after=%2B275760-09-13T00:00:00Z',
  'services?modified_after=275760-09-13',
  'services?modified_after=2026-02-30',
  'services?modified_after=2026-01-01T00:00:00%2B99:99',
  'services?modified_after=2026-01-01T00:00:00%2B23:59',
  'services?page=1e9',
  'services?page=9e307',
  'services?page=Infinity',
  'services?per_page=NaN',
  'services?per_page=1.5',
  'services?format=json&format=ndjson',
  'services?__proto__=1',
  'service_at_locations?postcode=14213&proximity=1e308',
  'service_at_locations?postcode=14213&proximity=1e-300',
  'service_at_locations?postcode=14213&proximity=-1',
  'service_at_locations?postcode=%00%00%00%00%00',
  'service_at_locations?postcode=14213&postcode=14214',
  `organizations/${nowhere}%00`,
  `organizations/${nowhere}?full_service=true&full_service=false`,
])('HSDS-01 %.80s is refused as the mistake of its caller', async (path) => {
  for (const method of ['GET', 'POST'])
    if (method === 'GET' || !path.includes('/'))
      expect((await product.anonymous(method, `/hsds/${path}`)).status).toBe(400)
})

it.each([
  'services?search=%00',
  'services?search=a%00b',
  'services?search=%ED%A0%80',
  'services?search=%F0%9F%8D%8E',
  "services?search=')%20or%201=1--",
  'services?search=%26%20%7C%20!%20:*%20%3C-%3E',
  'organizations?search=a%00b',
  'taxonomies?search=%00',
  'taxonomy_terms?search=a%00b',
  'services?modified_after=0001-01-01',
  'services?modified_after=9999-12-31T23:59:59.999999999999Z',
  'services?modified_after=0000-01-01',
  'services?modified_after=0000-01-01T00:00:00Z',
  'services?modified_after=2026-01-01T00:00:00%2B14:00',
  'services?page=100000&per_page=200',
  'service_at_locations?postcode=14213&proximity=1000000',
])('HSDS-01 %.80s fails nothing', async (path) => {
  expect((await product.anonymous('GET', `/hsds/${path}`)).status).toBeLessThan(500)
})
