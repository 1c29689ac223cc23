import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { loadHsdsSchemas } from '#root/scripts/hsds/hsds-schemas.ts'
import { startTestApp } from '#test/app.ts'

const fixtures = process.env.HEARTHLINE_FIXTURES
const own = (name: string) => fileURLToPath(new URL(`../../../../test/fixtures/directory/${name}`, import.meta.url))
const real = (name: string) => join(fixtures ?? '', 'data', name)
const withFixtures = it.skipIf(!fixtures || !existsSync(real('ohana-san-mateo')))

const official = loadHsdsSchemas()
const product = await startTestApp()

/** The schemas of the portal's profile, as a reader finds them from the root of the API. */
async function loadProfile() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const get = async (url: string) => (await product.anonymous('GET', new URL(url).pathname)).body
  const root = (await product.anonymous('GET', '/hsds/')).body
  const index = await get(root.profile)
  for (const url of Object.values(index.schemas) as string[]) ajv.addSchema(await get(url))
  return (name: string, record: unknown) => {
    const check = ajv.getSchema(index.schemas[name])
    if (!check) throw new Error(`There is no schema ${name}`)
    if (check(record)) return []
    return (check.errors ?? []).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)} in the profile`)
  }
}
const profile = await loadProfile()
const mistakesOf = (name: string, record: unknown) => [...official(name, record), ...profile(name, record)]
const schemas = {
  services: 'service',
  organizations: 'organization',
  service_at_locations: 'service_at_location',
  taxonomies: 'taxonomy',
  taxonomy_terms: 'taxonomy_term',
}

/** What is wrong with all that is published, in full and as lists have it; how many records there are. */
async function validate() {
  const mistakes: string[] = []
  const counts: Record<string, number> = {}
  for (const [list, schema] of Object.entries(schemas))
    for (const depth of list.startsWith('taxonom')
      ? ['']
      : list === 'organizations'
        ? ['', '&full_service=true']
        : ['', '&full=true']) {
      const { body, status } = await product.anonymous('GET', `/hsds/${list}?format=ndjson${depth}`)
      expect(status).toBe(200)
      const records = String(body)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
      counts[list] = records.length
      for (const record of records)
        mistakes.push(...mistakesOf(schema, record).map((mistake) => `${list}${depth} ${record.id} ${mistake}`))
      for (const { services = [], service } of records)
        for (const inner of [...services, ...(service ? [service] : [])])
          mistakes.push(...mistakesOf('service', inner).map((mistake) => `${list}${depth} ${inner.id} ${mistake}`))
    }
  return { mistakes, counts }
}

it('HSDS-02 everything published of the demo and of two other directories validates', async () => {
  await importDemoDirectory(product.database)
  for (const name of ['harbor-county', 'lakeside-legal'])
    await importDirectory(product.database, { folder: own(name), sourceName: name })
  const { mistakes, counts } = await validate()
  expect(mistakes.slice(0, 20)).toEqual([])
  expect(counts.services).toBeGreaterThan(80)
  expect(counts.service_at_locations).toBeGreaterThan(60)
  expect(counts.taxonomy_terms).toBeGreaterThan(200)
})

withFixtures.each(['ohana-san-mateo', 'florida-legal-aid', 'illinois-legal-aid'])(
  'HSDS-02 everything published validates after the import of %s',
  async (name) => {
    await importDirectory(product.database, { folder: real(name), sourceName: name })
    const { mistakes, counts } = await validate()
    expect(mistakes.slice(0, 20)).toEqual([])
    expect(counts.services).toBeGreaterThan(20)
  },
)

it('HSDS-02 publishes what the standard has no words for as its own profile declares it, and nothing undeclared', async () => {
  const { database, anonymous } = product
  const { id } = await database
    .selectFrom('service')
    .select('id')
    .where('sourceKey', '=', 'dental')
    .executeTakeFirstOrThrow()
  const own = {
    ...{ cost: 'sliding', income: sql`${JSON.stringify({ percent: 185, amounts: [], per: 'year' })}::jsonb` },
    ...{ populations: ['veterans'], intakeStatus: 'limited', intakePerWeek: 4 },
    ...{ intakeUntil: '2099-01-31', intakeStatedOn: '2026-11-01' },
  }
  await database
    .updateTable('service')
    .set(own as never)
    .where('id', '=', id)
    .execute()
  const { body } = await anonymous('GET', `/hsds/services/${id}`)
  expect(body).toMatchObject({
    cost: 'sliding',
    eligibility_rules: { income: { percent: 185, amounts: [], per: 'year' }, populations: ['veterans'] },
    intake: { status: 'limited', per_week: 4, until: '2099-01-31', stated_on: '2026-11-01' },
  })
  expect(body.service_at_locations[0].location.time_zone).toBe('America/New_York')
  expect(mistakesOf('service', body)).toEqual([])
  expect(profile('service', { ...body, colour: 'blue' })).toHaveLength(1)
  expect(profile('service', { ...body, intake: { status: 'ajar', until: 'soon' } }).length).toBeGreaterThan(1)
  const hidden = await database
    .selectFrom('location')
    .innerJoin('serviceAtLocation', 'locationId', 'location.id')
    .select(['location.id', 'serviceId'])
    .where('isConfidential', '=', true)
    .executeTakeFirstOrThrow()
  const shelter = (await anonymous('GET', `/hsds/services/${hidden.serviceId}`)).body.service_at_locations[0].location
  expect([shelter.id, shelter.time_zone]).toEqual([hidden.id, undefined])
})

it('HSDS-02 the profile says what it adds, and describes the calls with its own schemas', async () => {
  const { anonymous } = product
  const { body: root } = await anonymous('GET', '/hsds/')
  const get = async (url: string) => (await anonymous('GET', new URL(url).pathname)).body
  const { additions, extends: extended, license } = await get(root.profile)
  expect(
    Object.entries<{ properties: object }>(additions).map(([name, { properties }]) => [
      name,
      ...Object.keys(properties),
    ]),
  ).toEqual([
    ['service', 'eligibility_rules', 'intake', 'cost'],
    ['location', 'time_zone'],
    ['organization', 'services'],
    ['service_at_location', 'service'],
  ])
  expect([extended, license.name]).toEqual([expect.stringContaining('v3.1.1'), 'CC BY-SA 4.0'])
  const openapi = await get(root.openapi_url)
  expect(openapi.servers).toEqual([{ url: root.profile.replace('/profile/', '') }])
  const used = JSON.stringify(openapi).match(/"\$ref":"(http[^"]+)"/g) ?? []
  expect(used.length).toBeGreaterThan(5)
  for (const reference of new Set(used))
    expect((await get(/http[^"]+/.exec(reference)?.[0] ?? '')).type, reference).toBe('object')
  expect((await anonymous('GET', '/hsds/profile/schema/nothing.json')).status).toBe(404)
  for (const path of ['/hsds/', '/hsds/profile/', '/hsds/profile/openapi.json', '/hsds/profile/schema/service.json'])
    expect((await anonymous('GET', `${path}?colour=blue`)).body.errors).toEqual([
      { path: 'colour', message: 'is not known here' },
    ])
})
