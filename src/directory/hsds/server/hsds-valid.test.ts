import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { loadHsdsSchemas } from '#root/scripts/hsds/hsds-schemas.ts'
import { startTestApp } from '#test/app.ts'

const fixtures = process.env.HEARTHLINE_FIXTURES
const own = (name: string) => fileURLToPath(new URL(`../../../../test/fixtures/directory/${name}`, import.meta.url))
const real = (name: string) => join(fixtures ?? '', 'data', name)
const withFixtures = it.skipIf(!fixtures || !existsSync(real('ohana-san-mateo')))

const mistakesOf = loadHsdsSchemas()
const product = await startTestApp()
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
