import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { importDirectory } from './import-directory.ts'

const product = await startTestApp()
const { database } = product
const { email, password } = await makeAccount(database, { organizationId: (await makeOrganization(database)).id })
const call = await product.signIn(email, password)
const fixtures = process.env.HEARTHLINE_FIXTURES
const real = (name: string) => join(fixtures ?? '', 'data', name)
const withFixtures = it.skipIf(!fixtures || !existsSync(real('ohana-san-mateo')))

const folder = mkdtempSync(join(tmpdir(), 'hearthline-guesses-'))
const importFiles = (files: Record<string, string>, sourceName = 'guessed') => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName })
}
const services = `id,organization_id,name,description,keywords,problem_codes
s1,o1,Neighbors' table,,,Eviction; Food Stamps
s2,o1,Zumba,Dance with us.,,
s3,o1,Diaper closet,,,
`
const files = {
  'organizations.csv': 'id,name\no1,Harbor Food Pantry\n',
  'services.csv': services,
  'taxonomy_terms.csv': 'id,name,parent_id,taxonomy_id\nown1,Furniture bank,,\n',
  'attributes.csv': 'id,link_id,link_entity,taxonomy_term_id\na1,s2,service,own1\n',
}
await importFiles(files)

const attributes = async (key: string) =>
  (
    await sql<{ name: string; statedBy: string; because: string | null }>`
      select t.name, a.stated_by, a.because from attribute a join taxonomy_term t on t.id = a.taxonomy_term_id
      join service s on s.id = a.service_id where s.source_name = 'guessed' and s.source_key = ${key} order by t.name`.execute(
      database,
    )
  ).rows.map(({ name, statedBy, because }) => [name, statedBy, because])
const idOf = async (key: string) =>
  (
    await database
      .selectFrom('service')
      .select('id')
      .where('sourceName', '=', 'guessed')
      .where('sourceKey', '=', key)
      .executeTakeFirstOrThrow()
  ).id

it('DIR-03 guesses categories from a service’s own words, never from its organization’s name', async () => {
  expect(await attributes('s1')).toEqual([
    ['Food Benefits', 'guess', 'Food Stamps'],
    ['Housing Advice', 'guess', 'Eviction'],
  ])
  expect(await attributes('s3')).toEqual([['Diapers & Formula', 'guess', 'Diaper']])
})

it('DIR-03 a category of the source’s own taxonomy stands, and its words guess a shared one', async () => {
  expect(await attributes('s2')).toEqual([
    ['Furniture', 'guess', 'Furniture'],
    ['Furniture bank', 'source', null],
  ])
})

it('DIR-03 a guessed category is found by its filter, says what it rests on, and is not published', async () => {
  const { body: terms } = await call('GET', '/api/taxonomyTerm/')
  const housing = terms.items.find((term: { name: string }) => term.name === 'Housing')
  const { body: found } = await call('GET', `/api/service/?category=${housing.id}`)
  expect(found.items.map((item: { name: string }) => item.name)).toEqual(["Neighbors' table"])
  expect(found.items[0].categories).toMatchObject([
    { name: 'Food Benefits', guessedFrom: 'Food Stamps' },
    { name: 'Housing Advice', guessedFrom: 'Eviction' },
  ])
  const id = await idOf('s1')
  const { body: detail } = await call('GET', `/api/service/${id}`)
  expect(detail.categories).toEqual(found.items[0].categories)
  expect((await product.anonymous('GET', `/hsds/services/${id}`)).body.attributes).toEqual([])
})

it('DIR-03 guesses follow the words of the next import, and what a person confirmed stays', async () => {
  await sql`update attribute set stated_by = 'person' where because = 'Diaper'`.execute(database)
  await importFiles({
    'services.csv': services
      .replace('Eviction; Food Stamps', 'Food Stamps; Tutoring')
      .replace('Diaper closet', 'Furniture closet'),
  })
  expect(await attributes('s1')).toEqual([
    ['Food Benefits', 'guess', 'Food Stamps'],
    ['Tutoring', 'guess', 'Tutoring'],
  ])
  expect(await attributes('s3')).toEqual([
    ['Diapers & Formula', 'person', 'Diaper'],
    ['Furniture', 'guess', 'Furniture'],
  ])
})

it('DIR-03 a category that the source states takes the place of all guesses', async () => {
  await importFiles({ 'attributes.csv': 'id,link_id,link_entity,taxonomy_term_id\na2,s1,service,Food Pantry\n' })
  expect(await attributes('s1')).toEqual([['Food Pantry', 'source', null]])
})

it('DIR-03 importing own terms twice changes nothing', async () => {
  const own = {
    // Twins by name, one that is also the name of a shared category far down, and one below a shared category.
    'taxonomy_terms.csv':
      'id,name,parent_id,taxonomy_id\nt1,Looms,,\nt2,Looms,,\nt3,Childcare,,\nt4,Quilts,1103,\nt5,Yarn,t4,\n',
    'services.csv':
      'id,organization_id,name,description,keywords,problem_codes,categories\n' +
      's7,o1,Weaving,,,,Looms\ns8,o1,Play,,,,Childcare\ns9,o1,Knitting,,,,Housing > Quilts > Yarn\n',
    'attributes.csv': 'id,link_id,link_entity,taxonomy_term_id\na7,s7,service,t1\na8,s8,service,t2\n',
  }
  const read = async () => [
    (await sql`select * from taxonomy_term order by id`.execute(database)).rows,
    (await sql`select * from attribute order by id`.execute(database)).rows,
  ]
  const first = await importFiles(own, 'own-terms')
  const before = await read()
  const second = await importFiles(own, 'own-terms')
  expect(await read()).toEqual(before)
  expect(second).toMatchObject({ inserted: 0, updated: 0, removed: 0, unchanged: first.inserted, badCount: 0 })
  expect(second.warnings).toEqual(first.warnings)
  expect(first.warnings).toEqual([])
})

withFixtures('DIR-03 at least nine tenths of the imported services have a category, where hardly one did', async () => {
  const sets = ['illinois-legal-aid', 'florida-legal-aid', 'ohana-san-mateo']
  for (const set of sets) await importDirectory(database, { folder: real(set), sourceName: set })
  const { rows } = await sql<{ sourceName: string; services: number; said: number; known: number }>`
    select source_name, count(*)::integer as services, count(*) filter (where said)::integer as said, count(*) filter (where known)::integer as known
    from service s cross join lateral (
      select bool_or(stated_by = 'source') as said, count(*) > 0 as known from attribute where service_id = s.id) a
    where source_name = any (${sets}) group by source_name order by source_name desc`.execute(database)
  expect(rows).toEqual([
    { sourceName: 'ohana-san-mateo', services: 23, said: 1, known: 20 },
    { sourceName: 'illinois-legal-aid', services: 429, said: 0, known: 429 },
    { sourceName: 'florida-legal-aid', services: 135, said: 0, known: 134 },
  ])
})
