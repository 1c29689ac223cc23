import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readNewAreas } from '#directory/services/server/directory-public.ts'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp()
const { database } = product
const { call: ada } = await product.someone({ roles: ['platform-admin'], firstName: 'Ada' })
const { call: bea } = await product.someone({ roles: ['platform-admin'], firstName: 'Bea' })

const files = {
  'organizations.csv': 'id,name\no,Ferry House\n',
  'locations.csv': 'id,organization_id,name\nl,o,Ferry Hall\n',
  'addresses.csv':
    'id,location_id,address_1,city,state_province,postal_code,country,address_type\na,l,1 Elm St,Buffalo,NY,14203,US,physical\n',
  'services.csv':
    'id,organization_id,name,eligibility_description,minimum_age\n' +
    'a,o,Ferry rides,"Veterans aged 60 or over with an income below 150% of the poverty level. Bring a photo ID.",\n' +
    'b,o,Ferry advice,Age 18 or over,21\n' +
    'c,o,Ferry lessons,Must live in Erie County,\n' +
    'd,o,Ferry meals,Mayores de 65 años que viven en el condado de Erie,\n',
}
const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
async function bring() {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  await importDirectory(database, { folder, sourceName: 'ferry' })
}
await bring()
const idOf = async (name: string) =>
  (await database.selectFrom('service').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const [rides, advice, lessons, meals] = await Promise.all(
  ['Ferry rides', 'Ferry advice', 'Ferry lessons', 'Ferry meals'].map(idOf),
)
const editor = async (id = '') => (await ada('GET', `/api/service/${id}/editor`)).body
const detail = async (id = '') => (await ada('GET', `/api/service/${id}`)).body
const save = (by: typeof ada, id = '', version: number, changes: Record<string, unknown>) =>
  by('PUT', `/api/service/${id}`, { version, changes })
const found = async (age: number) =>
  (await ada('GET', `/api/service/?age=${age}`)).body.items.map((item: { id: string }) => item.id)
const income = { percent: 150, amounts: [], per: 'year' }
const fieldsOf = (rules: { field: string }[]) => rules.map(({ field }) => field)

it('ORG-09 the oldest age is not below the youngest one', async () => {
  const { version } = await editor(rides)
  const refused = await save(ada, rides, version, { minimumAge: 65, maximumAge: 18 })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'maximumAge', message: 'below-youngest' }] } })
  expect((await editor(rides)).version).toBe(version)
})

it('ORG-09 rules that the program read say so, hide nothing, and are not published, until a person confirms them', async () => {
  const { readRules, values, version } = await editor(rides)
  expect(readRules).toEqual([
    { field: 'minimumAge', value: 60, because: 'aged 60 or over' },
    { field: 'income', value: income, because: '150% of the poverty' },
    { field: 'populations', value: ['veterans'], because: 'Veterans' },
    { field: 'papers', value: ['photo-id'], because: 'photo ID' },
  ])
  expect(values).toMatchObject({ minimumAge: null, income: null, populations: null, papers: null })
  expect((await detail(rides)).readRules).toEqual(readRules)
  expect(await found(30)).toContain(rides)
  expect((await ada('GET', `/hsds/services/${rides}`)).body.minimum_age).toBeUndefined()

  const saved = await save(ada, rides, version, { minimumAge: 60 })
  expect(fieldsOf(saved.body.readRules)).toEqual(['income', 'populations', 'papers'])
  expect(await found(30)).not.toContain(rides)
  expect(await found(61)).toContain(rides)
  expect((await ada('GET', `/hsds/services/${rides}`)).body).toMatchObject({ minimum_age: 60 })
})

it('ORG-09 ORG-11 one click confirms all that was read, with history, and an import leaves it alone', async () => {
  const before = await editor(rides)
  const confirmed = await ada('POST', `/api/service/${rides}/verification`, { version: before.version })
  const read = { income, populations: ['veterans'], papers: ['photo-id'] }
  expect(confirmed.body.values).toMatchObject(read)
  expect(confirmed.body.readRules).toEqual([])
  const [change] = (await ada('GET', `/api/service/${rides}/history`)).body.items
  expect(change).toMatchObject({
    ...{ cause: 'verification', changedBy: 'Ada Tester', version: before.version + 1 },
    before: { income: null, populations: null, papers: null },
    after: read,
  })
  await bring()
  expect((await editor(rides)).values).toEqual(confirmed.body.values)
  expect(await detail(rides)).toMatchObject({ ...read, readRules: [] })
  const published = (await ada('GET', `/hsds/services/${rides}`)).body
  expect(Object.keys(published)).not.toContain('populations')
  const restored = await ada('POST', `/api/service/${rides}/history/${before.version}/restore`, {
    version: (await editor(rides)).version,
  })
  expect(restored.body.values).toMatchObject({ income: null, populations: null, papers: null, minimumAge: 60 })
  // A person took them away: they are not read again.
  expect(restored.body.readRules).toEqual([])
})

it('ORG-09 what the source says is not read from the words, and a rule that is wrong is taken away for good', async () => {
  const { readRules, version, values } = await editor(advice)
  expect([readRules, values.minimumAge]).toEqual([[], 21])
  const changed = await save(ada, advice, version, {
    eligibilityDescription: 'Students who are homeless, with a photo ID',
  })
  expect(fieldsOf(changed.body.readRules)).toEqual(['populations', 'papers'])
  const none = await save(ada, advice, changed.body.version, { populations: [] })
  expect([none.body.values.populations, fieldsOf(none.body.readRules)]).toEqual([[], ['papers']])
  expect(fieldsOf((await detail(advice)).readRules)).toEqual(['papers'])
})

it('ORG-09 ORG-05 rules are stored in one order, refused if there are none such, and merged with those of others', async () => {
  const { version } = await editor(advice)
  const saved = await save(ada, advice, version, {
    populations: ['unhoused', 'veterans'],
    papers: ['none', 'referral'],
    income: { percent: null, amounts: [1500, 2000], per: 'month' },
  })
  expect(saved.body.values).toMatchObject({ populations: ['veterans', 'unhoused'], papers: ['referral'] })
  const same = await save(ada, advice, saved.body.version, { populations: ['unhoused', 'veterans', 'veterans'] })
  expect(same.body.version).toBe(saved.body.version)
  for (const wrong of [
    { populations: ['wizards'] },
    { income: { percent: 0, amounts: [], per: 'year' } },
    { income: { percent: null, amounts: Array(9).fill(1), per: 'year' } },
  ])
    expect((await save(ada, advice, version, wrong)).status).toBe(400)
  const merged = await save(bea, advice, version, { households: ['with-children'] })
  expect(merged.body.values).toMatchObject({ households: ['with-children'], papers: ['referral'] })
  const refused = await save(bea, advice, version, { papers: ['photo-id'] })
  expect([refused.status, refused.body.theirs[0]]).toMatchObject([409, { field: 'papers', after: ['referral'] }])
})

it('ORG-09 DIR-03 where people must live is read from the words too, and guessed until confirmed', async () => {
  await readNewAreas(database)
  expect((await editor(lessons)).values.serviceAreas).toMatchObject([{ keys: ['c36029'], guessedFrom: 'Erie County' }])
  expect((await editor(meals)).values.serviceAreas).toMatchObject([{ keys: ['c36029'], guessedFrom: 'Erie County' }])
  const { version } = await editor(lessons)
  await save(ada, lessons, version, { eligibilityDescription: 'Residents of Niagara County' })
  await readNewAreas(database)
  expect((await editor(lessons)).values.serviceAreas).toMatchObject([{ keys: ['c36063'] }])
})
