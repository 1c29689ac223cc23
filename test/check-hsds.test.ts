import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { checkHsdsApi } from '#root/scripts/hsds/check-hsds-api.ts'
import { startTestApp } from './app.ts'

interface Mock {
  lists: Record<string, { id: string; name?: string; [field: string]: unknown }[]>
  root?: Record<string, unknown>
  change?: (page: Record<string, unknown>, number: number) => Record<string, unknown>
  isStrict?: boolean
}
const known = new Set(['page', 'per_page'])
const PER_PAGE = 2

/** A small HSDS API with these records. */
async function serve({ lists, root, change = (page) => page, isStrict = true }: Mock) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://mock')
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const [, name = '', id] = pathname.split('/')
    if (name === '')
      return send(200, root ?? { version: '3.1', profile: 'https://a.org/p', openapi_url: 'https://a.org/o' })
    const records = lists[name]
    if (!records) return send(404, {})
    if (id) {
      const record = records.find((one) => one.id === id)
      return send(record ? 200 : 404, record ?? {})
    }
    if (isStrict && [...searchParams.keys()].some((key) => !known.has(key))) return send(400, {})
    const number = Number(searchParams.get('page') ?? 1)
    const pages = Math.ceil(records.length / PER_PAGE)
    const contents = records.slice((number - 1) * PER_PAGE, number * PER_PAGE)
    const page = {
      total_items: records.length,
      total_pages: pages,
      page_number: number,
      size: contents.length,
      first_page: number === 1,
      last_page: number >= pages,
      empty: contents.length === 0,
      contents,
    }
    return send(200, change(page, number))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const service = (more: object = {}) => ({ id: randomUUID(), name: 'Food pantry', status: 'active', ...more })
const whole = () => ({
  services: [service(), service(), service(), service(), service()],
  organizations: [{ id: randomUUID(), name: 'Helpers', description: 'We help.' }],
  service_at_locations: [{ id: randomUUID() }],
  taxonomies: [{ id: randomUUID(), name: 'Needs', description: 'Needs' }],
  taxonomy_terms: [{ id: randomUUID(), name: 'Food', description: 'Food' }],
})
const findingsOf = async (mock: Mock) =>
  (await checkHsdsApi(await serve(mock))).findings.map(({ level, path, message }) => `${level} ${path} ${message}`)

describe('HSDS-04 tells errors from warnings', () => {
  it('finds nothing wrong with an API that is right, and reads first, middle and last page and each id', async () => {
    const check = await checkHsdsApi(`${await serve({ lists: whole() })}/`)
    expect(check).toEqual({ findings: [], pages: 7, records: 5 + 4 + 5 + 4 })
  })
  it('warns of optional endpoints that are missing', async () => {
    const { services } = whole()
    expect(await findingsOf({ lists: { services } })).toEqual([
      'warning /organizations answers 404',
      'warning /service_at_locations answers 404',
      'warning /taxonomies answers 404',
      'warning /taxonomy_terms answers 404',
    ])
  })
  it('fails without the required list of services', async () => {
    const { services: _none, ...lists } = whole()
    expect(await findingsOf({ lists })).toEqual(['error /services answers 404'])
  })
  it('fails on a service without a name, in the list and by its id', async () => {
    const nameless = service({ name: undefined })
    const lists = { ...whole(), services: [service(), nameless] }
    expect(await findingsOf({ lists })).toEqual([
      `error /services?page=1 record ${nameless.id}:  must have required property 'name'`,
      `error /services/${nameless.id} record ${nameless.id}:  must have required property 'name'`,
    ])
  })
  it('fails on an address that is none, on the last page alone', async () => {
    const wrong = service({ url: 'no address' })
    const lists = { ...whole(), services: [...Array.from({ length: 30 }, () => service()), wrong] }
    const found = await findingsOf({ lists })
    expect(found[0]).toBe(`error /services?page=16 record ${wrong.id}: /url must match format "uri"`)
  })
  it('fails on wrong counts of pages', async () => {
    const change = (page: Record<string, unknown>) => ({ ...page, total_pages: 4 })
    const { services } = whole()
    const found = await findingsOf({ lists: { services }, change })
    expect(found).toContain('error /services?page=1 total_pages is 4 with 5 records in pages of 2')
    expect(found).toContain('error /services?page=4 has no records, although it is page 4 of 4')
  })
  it('fails on a record that is not the one asked for, and on a root without version', async () => {
    const twice = service()
    const lists = { ...whole(), services: [twice] }
    const found = await findingsOf({ lists, root: { version: '2.0', profile: 'none' } })
    expect(found).toEqual([
      'error / version is "2.0", not 3.x',
      'error / profile is not an address',
      'error / openapi_url is not an address',
    ])
  })
  it('warns of an API that ignores parameters', async () => {
    const { services } = whole()
    const lists = { ...whole(), services }
    expect(await findingsOf({ lists, isStrict: false })).toContain(
      'warning /services?no_such_parameter=1 a parameter that does not exist is ignored',
    )
  })
  it('fails on an address where nothing answers', async () => {
    const { findings } = await checkHsdsApi('http://127.0.0.1:9')
    expect(findings.filter(({ level }) => level === 'error').map(({ path }) => path)).toEqual(['/', '/services'])
  })
})

it('HSDS-04 the portal itself passes without a warning', async () => {
  const product = await startTestApp()
  await importDemoDirectory(product.database)
  const address = await product.app.listen({ port: 0, host: '127.0.0.1' })
  const { findings, pages, records } = await checkHsdsApi(`${address}/hsds`)
  expect(findings).toEqual([])
  expect(pages).toBeGreaterThanOrEqual(7)
  expect(records).toBeGreaterThan(200)
})
