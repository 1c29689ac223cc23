import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { loadHsdsSchemas } from '#root/scripts/hsds/hsds-schemas.ts'
import { startTestApp } from '#test/app.ts'
import { hsdsColumns } from '../hsds-columns.ts'
import { importDemoDirectory } from './directory-public.ts'

const product = await startTestApp()
await importDemoDirectory(product.database)
const get = async (path: string) => (await product.anonymous('GET', `/hsds${path}`)).body

it('DIR-03 publishes every service, organization and term as HSDS 3.1 has them', async () => {
  const mistakes = loadHsdsSchemas()
  const services = (await get('/services?per_page=200')).contents as { id: string }[]
  expect(services.length).toBeGreaterThan(40)
  for (const { id } of services) {
    const service = await get(`/services/${id}`)
    expect(mistakes('service', service), service.name).toEqual([])
  }
  const organizations = (await get('/organizations?per_page=200')).contents as { id: string }[]
  for (const { id } of organizations) expect(mistakes('organization', await get(`/organizations/${id}`))).toEqual([])
  const terms = (await get('/taxonomy_terms?per_page=200')).contents as unknown[]
  for (const term of terms) expect(mistakes('taxonomy_term', term)).toEqual([])
})

it('DIR-03 publishes a service with its organization, places, hours, phones and categories', async () => {
  const { id } = await product.database
    .selectFrom('service')
    .select('id')
    .where('sourceKey', '=', 'dental')
    .executeTakeFirstOrThrow()
  expect(await get(`/services/${id}`)).toMatchObject({
    name: 'Dental Care',
    status: 'active',
    organization: { name: 'Lakeview Clinic' },
    cost_options: [{ option: 'Cleaning', amount: 35, currency: 'usd' }],
    attributes: [
      { link_entity: 'service', taxonomy_term: { name: 'Dental Care', code: '1184', taxonomy: 'Open Eligibility' } },
    ],
    service_at_locations: [
      {
        location: {
          name: 'Lakeview Dental',
          latitude: 42.9169,
          addresses: [{ address_1: '661 Shoreline Avenue' }],
          schedules: [{ byday: 'MO,TU,WE,TH,FR', opens_at: '08:00:00' }],
        },
      },
    ],
  })
  expect(JSON.stringify(await get(`/services/${id}`))).not.toMatch(/source_key|zip_latitude|null/)
})

it('DIR-03 pages its lists as the standard does, without doubles', async () => {
  const first = await get('/services?per_page=20')
  expect(first).toMatchObject({
    page_number: 1,
    size: 20,
    first_page: true,
    last_page: false,
    empty: false,
    total_pages: Math.ceil(first.total_items / 20),
  })
  const ids = new Set<string>()
  for (let page = 1; page <= first.total_pages; page++)
    for (const { id } of (await get(`/services?per_page=20&page=${page}`)).contents) ids.add(id)
  expect(ids.size).toBe(first.total_items)
  expect(await get('/services?page=1000')).toMatchObject({ empty: true, contents: [] })
})

it('DIR-03 publishes nothing that is not listed', async () => {
  const closed = await product.database
    .selectFrom('service')
    .select(['id', 'organizationId'])
    .where('sourceKey', '=', 'taxes')
    .executeTakeFirstOrThrow()
  expect((await product.anonymous('GET', `/hsds/services/${closed.id}`)).status).toBe(404)
  await product.database
    .updateTable('organization')
    .set({ standing: 'refused' })
    .where('id', '=', closed.organizationId)
    .execute()
  expect((await product.anonymous('GET', `/hsds/organizations/${closed.organizationId}`)).status).toBe(404)
  expect((await product.anonymous('GET', `/hsds/services/${randomUUID()}`)).status).toBe(404)
  expect((await product.anonymous('GET', '/hsds/services/nope')).status).toBe(400)
  expect((await product.anonymous('GET', '/hsds/services?page=0')).status).toBe(400)
})

it.each(Object.entries(hsdsColumns))('F-17 each column of %s is published or withheld by name', (_table, columns) => {
  const named = [...columns.published, ...columns.withheld]
  expect(named.toSorted()).toEqual(Object.keys(columns.row.shape).toSorted())
  expect(new Set(named).size).toBe(named.length)
})

it('F-17 a column that nobody named is not published', async () => {
  const secret = 'behind the blue door'
  const { rows } = await sql<{ id: string }>`select service_id as id from service_at_location limit 1`.execute(
    product.database,
  )
  const tables = ['service', 'location', 'directory_contact', 'phone', 'service_at_location', 'address', 'organization']
  for (const table of tables)
    await sql`alter table ${sql.table(table)} add column shelter_note text default ${sql.lit(secret)}`.execute(
      product.database,
    )
  const { body } = await product.anonymous('GET', `/hsds/services/${rows[0]?.id}`)
  expect(body.service_at_locations[0].location.id).toBeTruthy()
  const organization = (await product.anonymous('GET', `/hsds/organizations/${body.organization.id}`)).body
  const lists = await Promise.all(['/services', '/organizations'].map(get))
  expect(JSON.stringify([body, organization, lists])).not.toContain(secret)
})
