import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
    'id,location_id,address_1,city,state_province,postal_code,country,address_type\na,l,1 Elm St,Chicago,IL,60602,US,physical\n',
  'services.csv':
    'id,organization_id,name,fees_description\na,o,Food pantry in Cook County,Free\nb,o,Ferry advice,\nc,o,Ferry rides in Cook County,\nd,o,Food pantry,\n',
  'service_at_location.csv': 'id,service_id,location_id\nal,a,l\nbl,b,l\ncl,c,l\ndl,d,l\n',
  'cost_options.csv': 'id,service_id,option,amount,currency\nc1,b,First visit,20,USD\nc2,b,Second visit,10,USD\n',
  'required_documents.csv': 'id,service_id,document,uri\nd1,b,Photo ID,https://example.org/id\nd2,b,Lease,\n',
  'service_areas.csv': 'id,service_id,name\ns1,b,Lake County\ns2,b,the north side\n',
}
const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
function bring(changed: Partial<typeof files> = {}) {
  for (const [name, text] of Object.entries({ ...files, ...changed })) writeFileSync(join(folder, name), text)
  return importDirectory(database, { folder, sourceName: 'ferry', removesMuch: true })
}
await bring()
const idOf = async (name: string) =>
  (await database.selectFrom('service').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
const advice = await idOf('Ferry advice')
const editor = async (id: string) => (await ada('GET', `/api/service/${id}/editor`)).body
const save = (by: typeof ada, id: string, version: number, changes: Record<string, unknown>) =>
  by('PUT', `/api/service/${id}`, { version, changes })
const found = async (query: string) =>
  (await ada('GET', `/api/service/?${query}`)).body.items.map((item: { id: string }) => item.id)
const termNamed = async (name: string) =>
  (
    await database
      .selectFrom('taxonomyTerm')
      .select(['id', 'name'])
      .where('name', '=', name)
      .where('sourceName', '=', 'open-eligibility')
      .executeTakeFirstOrThrow()
  ).id as string
const price = { amountDescription: null, currency: 'USD' }

it('ORG-05 what a service costs is said in one word, which the filter “free” follows, and published', async () => {
  const id = await idOf('Food pantry')
  expect(await found('free=true')).not.toContain(id)
  const { version } = await editor(id)
  const saved = await save(ada, id, version, { cost: 'free' })
  expect(saved.body.values.cost).toBe('free')
  expect(await found('free=true')).toContain(id)
  expect((await ada('GET', `/api/service/${id}`)).body.cost).toBe('free')
  expect((await ada('GET', `/hsds/services/${id}`)).body.fees_description).toBe('Free')
  const sliding = await save(ada, id, version + 1, { cost: 'sliding', feesDescription: 'Free for some' })
  expect(sliding.status).toBe(200)
  expect(await found('free=true')).not.toContain(id)
  expect((await ada('GET', `/hsds/services/${id}`)).body.fees_description).toBe('Free for some')
})

it('ORG-05 ORG-12 prices and documents are edited line by line, keep what they said, and are restored', async () => {
  const before = await editor(advice)
  expect(before.values.requiredDocuments).toEqual(['Lease', 'Photo ID'])
  expect(before.values.costOptions).toEqual([
    { ...price, option: 'First visit', amount: 20 },
    { ...price, option: 'Second visit', amount: 10 },
  ])
  const costOptions = [
    { ...price, option: 'First visit', amount: 20 },
    { ...price, option: 'Copies', amount: 0.1, currency: null },
  ]
  const saved = await save(ada, advice, before.version, {
    costOptions,
    requiredDocuments: ['Photo ID', 'Rent receipt'],
  })
  expect(saved.body.values).toMatchObject({
    costOptions: [{ ...price, option: 'Copies', amount: 0.1 }, costOptions[0]],
    requiredDocuments: ['Photo ID', 'Rent receipt'],
  })
  const shown = (await ada('GET', `/api/service/${advice}`)).body
  expect(shown.requiredDocuments).toEqual([
    { document: 'Photo ID', uri: 'https://example.org/id' },
    { document: 'Rent receipt', uri: null },
  ])
  const refused = await save(ada, advice, saved.body.version, { costOptions: [{ ...price, option: 'x', amount: -1 }] })
  expect([refused.status, refused.body.errors]).toEqual([
    ...[400, [{ path: 'costOptions.0.amount', message: 'amount-invalid' }]],
  ])
  const empty = await save(ada, advice, saved.body.version, { costOptions: [{ ...price, option: '', amount: null }] })
  expect([empty.status, empty.body.errors[0].path]).toEqual([400, 'costOptions.0.option'])
  const theirs = await save(bea, advice, before.version, { requiredDocuments: [] })
  expect([theirs.status, theirs.body.theirs[0].after]).toEqual([409, ['Photo ID', 'Rent receipt']])
  const restored = await ada('POST', `/api/service/${advice}/history/${before.version}/restore`, {
    version: saved.body.version,
  })
  expect(restored.body.values).toEqual(before.values)
})

it('ORG-05 DIR-06 areas are chosen by ZIP code, town, county, state or nation, and the search follows', async () => {
  const choose = async (text: string) => (await ada('GET', `/api/area/?text=${encodeURIComponent(text)}`)).body.items
  expect((await choose('erie, ny'))[0]).toEqual({ key: 'c36029', kind: 'county', name: 'Erie County, NY' })
  expect((await choose('Buffalo')).slice(0, 2).map(({ kind }: { kind: string }) => kind)).toContain('town')
  expect((await choose('new york'))[0]).toMatchObject({ kind: 'state', key: 's36' })
  expect(await choose('14203')).toEqual([{ key: 'z14203', kind: 'zip', name: '14203 (Buffalo, NY)' }])
  expect(await choose('%')).toEqual([])
  expect((await choose('doña ana')).map(({ name }: { name: string }) => name)).toEqual([
    ...['Dona Ana, NM', 'Doña Ana County, NM'],
  ])

  const before = await editor(advice)
  expect(before.values.serviceAreas).toEqual([
    { name: 'Lake County', keys: ['c17097'], guessedFrom: null },
    { name: 'the north side', keys: [], guessedFrom: null },
  ])
  expect(await found('near=14203')).not.toContain(advice)
  const keep = before.values.serviceAreas[1]
  const chosen = ['c36029', 't36:albany', 'z60602'].map((key) => ({ name: 'x', keys: [key], guessedFrom: null }))
  const saved = await save(ada, advice, before.version, { serviceAreas: [keep, ...chosen] })
  expect(saved.body.values.serviceAreas.map(({ name }: { name: string }) => name).sort()).toEqual([
    ...['60602', 'Albany, NY', 'Erie County, NY', 'the north side'],
  ])
  const { items } = (await ada('GET', '/api/service/?near=14203&text=advice')).body
  expect(items[0]).toMatchObject({ id: advice, reach: { basis: 'said', isHere: true } })
  expect(
    (await ada('GET', `/hsds/services/${advice}`)).body.service_areas.map((a: { name: string }) => a.name),
  ).toContain('Erie County, NY')
  for (const keys of [['c99999'], ['s36', 's17'], [], ['t36:nowhere']]) {
    const wrong = await save(ada, advice, saved.body.version, {
      serviceAreas: [{ name: 'x', keys, guessedFrom: null }],
    })
    expect([keys, wrong.status, wrong.body.errors]).toEqual([keys, 400, [{ path: 'serviceAreas', message: 'invalid' }]])
  }
  const nation = await save(ada, advice, saved.body.version, {
    serviceAreas: [{ name: '', keys: ['us'], guessedFrom: null }],
  })
  expect(nation.body.values.serviceAreas).toEqual([{ name: 'United States', keys: ['us'], guessedFrom: null }])
  const restored = await ada('POST', `/api/service/${advice}/history/${before.version}/restore`, {
    version: nation.body.version,
  })
  expect(restored.body.values.serviceAreas).toEqual(before.values.serviceAreas)
})

it('ORG-05 ORG-11 a guessed category or area says so until a person confirms it; nobody can make a guess', async () => {
  const id = await idOf('Food pantry in Cook County')
  const before = await editor(id)
  const guess = before.values.categories.find((one: { name: string }) => one.name === 'Food Pantry')
  expect(guess.guessedFrom).toMatch(/food pantry/i)
  expect(before.values.serviceAreas).toEqual([{ name: 'Cook County', keys: ['c17031'], guessedFrom: 'Cook County' }])
  expect((await ada('GET', `/hsds/services/${id}`)).body.attributes).toEqual([])
  const said = await termNamed('Help Pay for Food')
  const categories = [
    { ...guess, guessedFrom: null },
    { id: said, name: '', guessedFrom: null },
  ]
  const saved = await save(ada, id, before.version, { categories })
  expect(saved.body.values.categories).toMatchObject([
    { name: 'Food Pantry', guessedFrom: null },
    { name: 'Help Pay for Food', guessedFrom: null },
  ])
  expect(await found(`category=${said}`)).toContain(id)
  expect((await ada('GET', `/hsds/services/${id}`)).body.attributes).toHaveLength(2)
  const other = await termNamed('Help Pay for Housing')
  for (const wrong of [
    { id: other, name: 'x', guessedFrom: 'nothing' },
    { id: guess.id, name: 'x', guessedFrom: 'nothing' },
    { id: advice, name: 'x', guessedFrom: null },
  ])
    expect((await save(ada, id, saved.body.version, { categories: [wrong] })).status).toBe(400)
  // One click confirms the whole service, with the area that was guessed.
  const confirmed = await ada('POST', `/api/service/${id}/verification`, { version: saved.body.version })
  expect(confirmed.body.values.serviceAreas).toEqual([{ name: 'Cook County', keys: ['c17031'], guessedFrom: null }])
  const [change] = (await ada('GET', `/api/service/${id}/history`)).body.items
  expect(change).toMatchObject({
    ...{ cause: 'verification', changedBy: 'Ada Tester' },
    before: { serviceAreas: before.values.serviceAreas },
    after: { serviceAreas: confirmed.body.values.serviceAreas },
  })
  await bring()
  expect((await editor(id)).values).toEqual(confirmed.body.values)
})

it('DIR-03 ORG-05 a guess that a person took away does not come back with the next reading', async () => {
  const id = await idOf('Ferry rides in Cook County')
  const { version, values } = await editor(id)
  expect(values.serviceAreas).toHaveLength(1)
  const saved = await save(ada, id, version, { serviceAreas: [], categories: [], description: 'Across the bay.' })
  expect(saved.status).toBe(200)
  await bring()
  expect((await editor(id)).values).toMatchObject({ serviceAreas: [], categories: [] })
})

it('DIR-03 ORG-05 ORG-12 an import changes what nobody edited, with history, and leaves the rest alone', async () => {
  const before = await editor(advice)
  await save(ada, advice, before.version, { requiredDocuments: ['Nothing'] })
  await bring({
    'cost_options.csv': files['cost_options.csv'].replace('20,USD', '25,USD'),
    'required_documents.csv': 'id,service_id,document,uri\nd1,b,Passport,\n',
  })
  const { values } = await editor(advice)
  expect(values.requiredDocuments).toEqual(['Nothing'])
  // Prices were edited before, and restored by a person.
  expect(values.costOptions).toEqual(before.values.costOptions)
  const other = await idOf('Food pantry')
  const was = await editor(other)
  await bring({ 'required_documents.csv': 'id,service_id,document,uri\nd3,d,Library card,\n' })
  const [change] = (await ada('GET', `/api/service/${other}/history`)).body.items
  expect(change).toMatchObject({
    ...{ cause: 'import', version: was.version + 1, fields: ['requiredDocuments'] },
    after: { requiredDocuments: ['Library card'] },
  })
})
