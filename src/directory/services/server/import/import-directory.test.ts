import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { listChanges, markEdited } from '#directory/listings/server/listings-public.ts'
import { openDatabase } from '#platform/server/database.ts'
import { cloneDatabase } from '#test/database.ts'
import { importDirectory } from './import-directory.ts'

const { url, drop } = await cloneDatabase()
const { database, close } = openDatabase(url, 5)
afterAll(async () => {
  await close()
  await drop()
})

const invented = (name: string) =>
  fileURLToPath(new URL(`../../../../../test/fixtures/directory/${name}`, import.meta.url))
// Also reads real directories, if available.
const fixtures = process.env.HEARTHLINE_FIXTURES
const real = (name: string) => join(fixtures ?? '', 'data', name)
const withFixtures = it.skipIf(!fixtures || !existsSync(real('ohana-san-mateo')))

function folderOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const tables = [
  'organization',
  'program',
  'location',
  'service',
  'service_at_location',
  'address',
  'phone',
  'schedule',
  'language',
  'accessibility',
  'service_area',
  'attribute',
  'taxonomy_term',
  'service_search',
  'search_word',
]
async function countRows() {
  const counts = await Promise.all(
    tables.map(
      async (t) => (await sql<{ n: number }>`select count(*) as n from ${sql.table(t)}`.execute(database)).rows[0]?.n,
    ),
  )
  return Object.fromEntries(tables.map((t, i) => [t, counts[i]]))
}

const totals = ({
  read,
  inserted,
  updated,
  unchanged,
  removed,
  badCount,
  warningCount,
}: Awaited<ReturnType<typeof importDirectory>>) => ({
  read,
  inserted,
  updated,
  unchanged,
  removed,
  badCount,
  warningCount,
})

interface Expected {
  read: number
  inserted: number
  badCount: number
  warningCount: number
}
/** A dry run, an import, and a second import. */
async function importTwice(request: { folder: string; sourceName: string }, expected: Expected) {
  const before = await countRows()
  const dry = await importDirectory(database, { ...request, dryRun: true })
  expect(await countRows()).toMatchObject({
    organization: before.organization,
    service: before.service,
    phone: before.phone,
    service_search: before.service_search,
  })
  const first = await importDirectory(database, request)
  const after = await countRows()
  const second = await importDirectory(database, request)

  expect(totals(first)).toEqual({ ...expected, updated: 0, unchanged: 0, removed: 0 })
  expect(totals(dry)).toEqual(totals(first))
  expect(dry.bad).toEqual(first.bad)
  expect(totals(second)).toEqual({ ...expected, inserted: 0, updated: 0, unchanged: expected.inserted, removed: 0 })
  expect(await countRows()).toEqual(after)
  return first
}
const insertedOf = ({ records }: Awaited<ReturnType<typeof importDirectory>>, entities: string[]) =>
  Object.fromEntries(entities.map((entity) => [entity, records[entity as 'phone'].inserted]))

it.each([
  [
    'harbor-county',
    { read: 86, inserted: 190, badCount: 0, warningCount: 0 },
    { organization: 8, program: 1, location: 11, service: 22, phone: 15, schedule: 9 },
  ],
  [
    'lakeside-legal',
    { read: 97, inserted: 95, badCount: 2, warningCount: 0 },
    { organization: 5, location: 7, service: 18, service_at_location: 25, phone: 6, schedule: 4, service_area: 18 },
  ],
])(
  'DIR-03 imports the invented directory %s whole, tells in a dry run what will happen, and changes nothing the second time',
  async (sourceName, expected, records) => {
    const report = await importTwice({ folder: invented(sourceName), sourceName }, expected)
    expect(insertedOf(report, Object.keys(records))).toEqual(records)
  },
)

it('DIR-03 imports hours, holidays, categories and places by ZIP, and reports what it skipped', async () => {
  await importDirectory(database, { folder: invented('harbor-county'), sourceName: 'harbor-county' })
  const lakeside = { folder: invented('lakeside-legal'), sourceName: 'lakeside-legal' }
  await importDirectory(database, lakeside)
  const service = (sourceKey: string) =>
    database
      .selectFrom('service')
      .selectAll()
      .where('sourceName', '=', 'harbor-county')
      .where('sourceKey', '=', sourceKey)
      .executeTakeFirstOrThrow()
  const clinic = await service('13')
  const hours = await database
    .selectFrom('schedule')
    .select(['byday', 'opensAt', 'closesAt'])
    .where('serviceId', '=', clinic.id)
    .orderBy('opensAt')
    .execute()
  expect(hours).toEqual([
    { byday: 'FR', opensAt: '08:00:00', closesAt: '12:00:00' },
    { byday: 'FR', opensAt: '14:00:00', closesAt: '16:00:00' },
  ])
  const shelter = await service('1')
  const terms = await database
    .selectFrom('attribute')
    .innerJoin('taxonomyTerm as t', 't.id', 'attribute.taxonomyTermId')
    .select(['t.name', 't.sourceName'])
    .where('serviceId', '=', shelter.id)
    .execute()
  expect(terms).toEqual([{ name: 'Emergency Shelter', sourceName: 'open-eligibility' }])
  const holidays = await database
    .selectFrom('schedule')
    .innerJoin('location', 'location.id', 'schedule.locationId')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('location.sourceName', '=', 'harbor-county')
    .where('schedule.isHoliday', '=', true)
    .executeTakeFirstOrThrow()
  expect(holidays.n).toBe(2)
  const placed = await database
    .selectFrom('location')
    .select((e) => [
      'name',
      e('latitude', 'is not', null).as('hasPoint'),
      e('zipLatitude', 'is not', null).as('hasZip'),
    ])
    .where('sourceName', '=', 'lakeside-legal')
    .where('name', 'in', ['Tamarack Office', 'Advocates by Phone', 'Bayfield Library'])
    .orderBy('name')
    .execute()
  expect(placed).toEqual([
    { name: 'Advocates by Phone', hasPoint: false, hasZip: false },
    { name: 'Bayfield Library', hasPoint: true, hasZip: true },
    { name: 'Tamarack Office', hasPoint: false, hasZip: true },
  ])
  const again = await importDirectory(database, lakeside)
  expect(again.bad).toMatchObject([
    { file: 'phones.csv', line: 8 },
    { file: 'services.csv', line: 20 },
  ])
})

withFixtures.each([
  [
    'ohana-san-mateo',
    { read: 486, inserted: 331, badCount: 0, warningCount: 0 },
    {
      organization: 8,
      location: 22,
      service: 23,
      phone: 54,
      schedule: 15,
      attribute: 6,
      language: 32,
      accessibility: 41,
    },
  ],
  [
    'illinois-legal-aid',
    // The skipped rows are 27 phones without a number and one empty service.
    { read: 4490, inserted: 4778, badCount: 28, warningCount: 280 },
    { organization: 313, location: 553, service: 429, phone: 958, schedule: 2492, address: 33 },
  ],
  [
    'florida-legal-aid',
    { read: 533, inserted: 2447, badCount: 0, warningCount: 4 },
    { organization: 20, location: 378, service: 135, phone: 90, address: 331, service_area: 1493 },
  ],
])(
  'DIR-03 imports %s whole, tells in a dry run what will happen, and changes nothing the second time',
  async (sourceName, expected, records) => {
    const report = await importTwice({ folder: real(sourceName), sourceName }, expected)
    expect(insertedOf(report, Object.keys(records))).toEqual(records)
  },
)

withFixtures('DIR-03 reads what the real directories say: hours, holidays, categories, places by ZIP', async () => {
  const service = await database
    .selectFrom('service')
    .selectAll()
    .where('sourceName', '=', 'ohana-san-mateo')
    .where('sourceKey', '=', '22')
    .executeTakeFirstOrThrow()
  const hours = await database
    .selectFrom('schedule')
    .select(['byday', 'opensAt', 'closesAt'])
    .where('serviceId', '=', service.id)
    .where('isHoliday', '=', false)
    .orderBy('sourceKey')
    .execute()
  expect(hours).toEqual([
    { byday: 'WE', opensAt: '10:00:00', closesAt: '15:00:00' },
    { byday: 'MO', opensAt: '08:00:00', closesAt: '12:00:00' },
    { byday: 'MO', opensAt: '14:00:00', closesAt: '16:00:00' },
  ])
  const terms = await database
    .selectFrom('attribute')
    .innerJoin('taxonomyTerm as t', 't.id', 'attribute.taxonomyTermId')
    .select(['t.name', 't.sourceName'])
    .where('serviceId', '=', service.id)
    .orderBy('t.code')
    .execute()
  expect(terms.map((t) => t.name)).toEqual([
    'Transit',
    'Care',
    'Legal',
    'Navigating the System',
    'Help Fill out Forms',
    'Translation & Interpretation',
  ])
  expect(new Set(terms.map((t) => t.sourceName))).toEqual(new Set(['open-eligibility']))
  const placed = await database
    .selectFrom('location')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('sourceName', '=', 'florida-legal-aid')
    .where('zipLatitude', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(placed.n).toBe(81)
})

const small = {
  'organizations.csv': 'id,name,website\no1,Alder House,alder.example.org\no2,Birch Hall,\n',
  'locations.csv': 'id,organization_id,name,latitude,longitude\nl1,o1,Alder,42.9,-78.8\nl2,o1,Alder North,,\n',
  'addresses.csv': 'id,location_id,address_1,city,state_province,postal_code\na2,l2,1 Elm Street,Buffalo,NY,14201\n',
  'services.csv': 'id,organization_id,name,description\ns1,o1,Soup,"Hot soup\nevery day"\ns2,o2,Beds,\n',
  'service_at_location.csv': 'service_id,location_id\ns1,l1\ns1,l2\n',
  'phones.csv': 'service_id,number\ns1,716-555-0101\ns1,716-555-0102\n',
}

it('DIR-03 updates in place: what changed is changed, what is gone of a record goes, the record stays', async () => {
  await importDirectory(database, { folder: folderOf(small), sourceName: 'small' })
  const before = await database
    .selectFrom('service')
    .selectAll()
    .where('sourceName', '=', 'small')
    .orderBy('sourceKey')
    .execute()
  const changed = {
    ...small,
    'services.csv': 'id,organization_id,name,description\ns1,o1,Soup and bread,Hot\ns2,o2,Beds,\n',
    'phones.csv': 'service_id,number\ns1,716-555-0102\ns1,716-555-0103\n',
  }
  const report = await importDirectory(database, { folder: folderOf(changed), sourceName: 'small' })
  const after = await database
    .selectFrom('service')
    .selectAll()
    .where('sourceName', '=', 'small')
    .orderBy('sourceKey')
    .execute()

  expect(report.records.service).toEqual({ inserted: 0, updated: 1, unchanged: 1, removed: 0 })
  expect(report.records.phone).toEqual({ inserted: 1, updated: 0, unchanged: 1, removed: 1 })
  // A version each for its text, a phone that is new and one that is gone.
  expect(after.map((s) => [s.id, s.name, s.version])).toEqual([
    [before[0]?.id, 'Soup and bread', 4],
    [before[1]?.id, 'Beds', 1],
  ])
})

it('DIR-03 ORG-05 leaves what an organization changed itself as it is', async () => {
  const kept = await database
    .updateTable('service')
    .set({ name: 'Our own words' })
    .where('sourceName', '=', 'small')
    .where('sourceKey', '=', 's1')
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = { accountId: randomUUID(), how: 'own-organization' } as const
  await markEdited(database, { kind: 'service', id: String(kept.id) }, ['name', 'phones'], by)
  await database
    .updateTable('organization')
    .set({ description: 'We say it ourselves', standing: 'verified' })
    .where('sourceName', '=', 'small')
    .where('sourceKey', '=', 'o1')
    .execute()
  const report = await importDirectory(database, {
    folder: folderOf({ ...small, 'phones.csv': 'service_id,number\ns1,716-555-0199\n' }),
    sourceName: 'small',
  })
  expect(report.records.organization.updated + report.records.phone.inserted + report.records.phone.removed).toBe(0)
  // The description was not edited: it follows its source, and the history says so.
  expect(
    await database
      .selectFrom('service')
      .select(['name', 'description'])
      .where('id', '=', kept.id)
      .executeTakeFirstOrThrow(),
  ).toEqual({ name: 'Our own words', description: 'Hot soup\nevery day' })
  expect(
    await listChanges(database, { kind: 'service', id: String(kept.id) }, { before: null, limit: 1 }),
  ).toMatchObject([
    {
      ...{ cause: 'import', changedBy: null, version: 5 },
      before: { description: 'Hot' },
      after: { description: 'Hot soup\nevery day' },
    },
  ])
})

it('DIR-03 reports each bad row with file, line and reason, and takes the good ones around it', async () => {
  const folder = folderOf({
    'organizations.csv':
      'id,name,website\no1,Good,\no2,,\no3,Shifted,x,y,z\no1,Again,\no4,Odd site,not a site\n"o5","Broken "quote",\no6,Last,\n',
    'locations.csv':
      'id,organization_id,name,latitude,longitude\nl1,o1,Fine,42.9,-78.8\nl2,nobody,,,\nl3,o1,Off the globe,95,12\n',
    'services.csv': 'id,organization_id,name\ns1,o1,Kept\ns2,,Whose\ns3,o9,\n',
    'phones.csv': 'id,service_id,number\np1,s1,716-555-0101\np2,s3,716-555-0102\np3,s1,call us\np4,,716-555-0103\n',
    'schedules.csv':
      'service_id,byday,opens_at,closes_at\ns1,MO,9:00,17:00\ns1,Someday,9:00,17:00\ns1,TU,early,17:00\n',
    'notes.csv': 'a\nb\n',
  })
  const report = await importDirectory(database, { folder, sourceName: 'broken' })
  expect(report.bad.map(({ file, line, reason }) => `${file}:${line} ${reason}`)).toEqual([
    'locations.csv:3 organization_id "nobody" is not known',
    'organizations.csv:3 name is empty',
    'organizations.csv:4 has 5 cells where the header has 3',
    'organizations.csv:5 id "o1" stands also at organizations.csv:2, which came first',
    'phones.csv:3 service_id "s3" is not known',
    'phones.csv:4 number: "call us" is not a phone number; the row is skipped',
    'phones.csv:5 none of service_id, location_id, service_at_location_id, organization_id, contact_id is filled',
    'services.csv:3 organization_id is empty',
    'services.csv:4 name is empty',
  ])
  expect(report.warnings.map((w) => `${w.file}:${w.line} ${w.reason}`)).toEqual([
    'locations.csv:4 latitude, longitude: not a point on the globe; left out',
    'organizations.csv:6 website: "not a site" is not a web address; left out',
    'schedules.csv:3 byday: "Someday" is not a day of the week; left out',
    'schedules.csv:3 byday: says no day; the hours are kept as not known',
    'schedules.csv:4 opens_at: "early" is not a time of day; left out',
  ])
  expect(report.ignored).toEqual([{ file: 'notes.csv', columns: ['a'] }])
  expect(report.records).toMatchObject({
    organization: { inserted: 4 },
    location: { inserted: 2 },
    service: { inserted: 1 },
    phone: { inserted: 1 },
    // What is not understood is kept as hours that are not known.
    schedule: { inserted: 3 },
  })
})

it('DIR-03 reads rows without identifiers by what they say, once however often they come', async () => {
  const folder = folderOf({
    'organizations.csv': 'name\nNameless Aid\nNameless Aid\n',
    'services.csv': 'organization_name,name,phones\nNameless Aid,Advice,"main: 716-555-0108, fax: 716-555-0109"\n',
  })
  const first = await importDirectory(database, { folder, sourceName: 'nameless' })
  const second = await importDirectory(database, { folder, sourceName: 'nameless' })
  expect(first.records).toMatchObject({
    organization: { inserted: 1, unchanged: 1 },
    service: { inserted: 1 },
    phone: { inserted: 2 },
  })
  expect(totals(second)).toMatchObject({ inserted: 0, updated: 0, removed: 0, badCount: 0 })
})

it('DIR-03 imports codes of accessibility in words, and other words as they are', async () => {
  const folder = folderOf({
    'organizations.csv': 'id,name\no1,Ramp Aid\n',
    'locations.csv': 'id,organization_id,name,accessibility\nl1,o1,Hall,"wheelchair, cd, quiet_room"\n',
  })
  await importDirectory(database, { folder, sourceName: 'ramps' })
  const { rows } = await sql<{ description: string }>`select accessibility.description from accessibility
    join location on location.id = location_id where location.name = 'Hall' and location.source_name = 'ramps'
    order by 1`.execute(database)
  expect(rows.map(({ description }) => description)).toEqual(['Information on CD', 'Wheelchair access', 'quiet room'])
})

it('DIR-03 survives hostile files: markup, NUL, half characters, endless cells, an unclosed quotation mark', async () => {
  const folder = folderOf({
    'organizations.csv': `id,name,description\no1,<img src=x onerror=alert(1)>Nul\u0000 House,"${'long '.repeat(20_000)}"\no2,"; drop table organization; --",\n`,
    'services.csv': 'id,organization_id,name\ns1,o1,"never closed\ns2,o1,x\n',
  })
  const report = await importDirectory(database, { folder, sourceName: 'hostile' })
  const rows = await database
    .selectFrom('organization')
    .select(['name', 'description'])
    .where('sourceName', '=', 'hostile')
    .orderBy('sourceKey')
    .execute()
  expect(rows.map((r) => r.name)).toEqual(['Nul House', '; drop table organization; --'])
  expect(rows[0]?.description?.length).toBeLessThanOrEqual(4000)
  expect(report.bad).toEqual([
    {
      file: 'services.csv',
      line: 2,
      reason: 'a quotation mark is opened and never closed; the rest of the file could not be read',
    },
  ])
})

it('DIR-03 completes an import that was broken off', async () => {
  const names = Array.from({ length: 2500 }, (_, i) => i)
  const files = {
    'organizations.csv': `id,name\n${names.map((n) => `o${n},Organization ${n}`).join('\n')}\n`,
    'services.csv': `id,organization_id,name\n${names.map((n) => `s${n},o${n},Service ${n}`).join('\n')}\n`,
  }
  const request = { folder: folderOf(files), sourceName: 'cut' }
  const cut = importDirectory(database, {
    ...request,
    onProgress: ({ file, read }) => {
      if (file === 'services.csv' && read === 2000) throw new Error('cut')
    },
  })
  await expect(cut).rejects.toThrow('cut')
  const half = await database
    .selectFrom('service')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('sourceName', '=', 'cut')
    .executeTakeFirstOrThrow()
  expect(half.n).toBe(1000)
  const report = await importDirectory(database, request)
  expect(report).toMatchObject({ inserted: 1500, unchanged: 3500 })
  const found = await sql<{
    n: number
  }>`select count(*) as n from service_search x join service s on s.id = x.service_id where s.source_name = 'cut'`.execute(
    database,
  )
  expect(found.rows[0]?.n).toBe(2500)
})

it('DIR-03 lets two imports of one source at once make one directory', async () => {
  const request = { folder: folderOf(small), sourceName: 'twice' }
  const [a, b] = await Promise.all([importDirectory(database, request), importDirectory(database, request)])
  expect([a.inserted, b.inserted].sort((x, y) => x - y)).toEqual([0, 11])
})

it('DIR-03 reads HSDS 3 JSON: nested records, each once, and updates in place', async () => {
  const organization = { id: 'jo1', name: 'Json Aid', description: 'Helps', website: 'https://json.example.org' }
  const place = {
    id: 'jl1',
    location_type: 'physical',
    name: 'Json House',
    latitude: 42.9,
    longitude: -78.8,
    addresses: [
      {
        id: 'ja1',
        address_1: '1 Elm',
        city: 'Buffalo',
        state_province: 'NY',
        postal_code: '14201',
        country: 'US',
        address_type: 'physical',
      },
    ],
  }
  const service = (n: number) => ({
    id: `js${n}`,
    name: `Json service ${n}`,
    status: 'active',
    organization,
    phones: [
      {
        id: `jp${n}`,
        number: '716-555-0100',
        extension: 7,
        type: 'voice',
        languages: [{ id: `jg${n}`, name: 'Spanish' }],
      },
    ],
    schedules: [{ id: `jh${n}`, freq: 'WEEKLY', byday: 'MO', opens_at: '09:00', closes_at: '17:00' }],
    attributes: [
      {
        id: `jb${n}`,
        link_id: `js${n}`,
        link_entity: 'service',
        taxonomy_term: { id: 'jt1', name: 'Haircuts', description: 'Haircuts' },
      },
    ],
    service_at_locations: [{ id: `jx${n}`, location: place }],
  })
  const request = {
    folder: folderOf({
      'services.json': JSON.stringify({ contents: [service(1), service(2)] }),
      'broken.json': '{"id":',
    }),
    sourceName: 'json',
  }
  const first = await importDirectory(database, request)
  const second = await importDirectory(database, request)
  expect(first.bad).toEqual([
    { file: 'broken.json', line: 1, reason: 'the file is not JSON: expected a value at line 1, character 7' },
  ])
  expect(first.records).toMatchObject({
    organization: { inserted: 1 },
    location: { inserted: 1 },
    service: { inserted: 2 },
    service_at_location: { inserted: 2 },
    address: { inserted: 1 },
    phone: { inserted: 2 },
    schedule: { inserted: 2 },
    language: { inserted: 2 },
    attribute: { inserted: 2 },
  })
  expect(totals(second)).toMatchObject({ inserted: 0, updated: 0, removed: 0, unchanged: first.inserted })
})

withFixtures('DIR-03 reads the standard’s own full example', async () => {
  const text = readFileSync(join(fixtures ?? '', 'hsds', 'examples', 'service_full.json'), 'utf8')
  const report = await importDirectory(database, {
    folder: folderOf({ 'service_full.json': text }),
    sourceName: 'example',
  })
  expect(report.records).toMatchObject({
    organization: { inserted: 1 },
    service: { inserted: 1 },
    service_at_location: { inserted: 1 },
    location: { inserted: 1 },
    program: { inserted: 1 },
  })
  const name = await database
    .selectFrom('service')
    .select('name')
    .where('sourceName', '=', 'example')
    .executeTakeFirstOrThrow()
  expect(name.name).toBe('Community Counselling')
})

it('DIR-03 keeps rows without their organization under a placeholder, until an import contains it', async () => {
  const partial = {
    'organizations.csv': 'id,name\no1,Alder House\n',
    'locations.csv': 'id,organization_id,name\nl1,o1,Alder\nl9,o9,North Library\nl8,o9,South Library\nl7,o7,\n',
    'services.csv': 'id,organization_id,name\ns1,o1,Soup\ns9,o9,Reading help\ns6,o6,Rides\n',
    'service_at_location.csv': 'service_id,location_id\ns9,l8\n',
    'phones.csv': 'location_id,number\nl9,716-555-0109\n',
  }
  const sourceName = 'partial'
  const organizations = () =>
    database
      .selectFrom('organization')
      .select(['id', 'name', 'isStandIn', 'standing', 'takesReferrals', 'description', 'sourceKey'])
      .where('sourceName', '=', sourceName)
      .orderBy('sourceKey')
      .execute()
  const first = await importDirectory(database, { folder: folderOf(partial), sourceName })
  expect(first.bad).toEqual([{ file: 'locations.csv', line: 5, reason: 'organization_id "o7" is not known' }])
  expect(first.warnings).toEqual([
    {
      file: 'locations.csv',
      line: 3,
      reason: 'organization_id "o9" is not in the files; its rows are kept under a provider that is not named',
    },
    {
      file: 'services.csv',
      line: 4,
      reason: 'organization_id "o6" is not in the files; its rows are kept under a provider that is not named',
    },
  ])
  const made = await organizations()
  const nothingMore = { isStandIn: true, standing: 'listed', takesReferrals: false, description: null }
  expect(made).toMatchObject([
    { name: 'Alder House', isStandIn: false },
    { name: 'Provider not named (partial o6)', ...nothingMore },
    { name: 'Provider not named (partial o9)', ...nothingMore },
  ])
  expect(first.records.location).toMatchObject({ inserted: 3 })
  expect(first.records.service).toMatchObject({ inserted: 3 })

  const second = await importDirectory(database, { folder: folderOf(partial), sourceName })
  expect(totals(second)).toMatchObject({ inserted: 0, updated: 0, unchanged: first.inserted, removed: 0 })
  expect(second.warnings).toEqual(first.warnings)
  expect(await organizations()).toEqual(made)

  const whole = { ...partial, 'organizations.csv': 'id,name\no1,Alder House\no9,Cedar Libraries\n' }
  const third = await importDirectory(database, { folder: folderOf(whole), sourceName })
  expect(third.records.organization).toMatchObject({ inserted: 0, updated: 1, unchanged: 2 })
  expect((await organizations()).at(-1)).toMatchObject({
    id: made.at(-1)?.id,
    name: 'Cedar Libraries',
    isStandIn: false,
  })
  const found = await sql<{ n: number }>`
    select count(*)::integer as n from service_search where organization_id = ${made.at(-1)?.id} and document @@ 'cedar:B'`.execute(
    database,
  )
  expect(found.rows).toEqual([{ n: 1 }])

  // The organization's own changes are not lost when a later file omits it again.
  await importDirectory(database, { folder: folderOf(partial), sourceName })
  expect((await organizations()).at(-1)).toMatchObject({ name: 'Cedar Libraries', isStandIn: false })
})
