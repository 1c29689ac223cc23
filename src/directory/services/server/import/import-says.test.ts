import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#platform/server/database.ts'
import { cloneDatabase } from '#test/database.ts'
import { importDirectory } from './import-directory.ts'
import { countReasons, exitCodeOf, reportLine } from './import-outcome.ts'

const { url, drop } = await cloneDatabase()
const { database, close } = openDatabase(url, 3)
afterAll(async () => {
  await close()
  await drop()
})

type Content = string | string[] | Buffer
function folderOf(files: Record<string, Content>) {
  const folder = mkdtempSync(join(tmpdir(), 'hearthline-import-says-'))
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), !Array.isArray(text) ? text : `${text.join('\n')}\n`)
  return folder
}
const run = (files: Record<string, Content>, sourceName: string, more = {}) =>
  importDirectory(database, { folder: folderOf(files), sourceName, ...more })
const said = (remarks: { file: string; line: number; reason: string }[]) =>
  remarks.map(({ file, line, reason }) => `${file}:${line} ${reason}`)
const json = (value: unknown) => JSON.stringify(value)

it('DIR-03 repeated identifiers are refused, both places named', async () => {
  const twice = [
    { id: 'o1', name: 'Elm Kitchen' },
    { id: 'o1', name: 'Oak House', email: 'oak@oak.test' },
  ]
  const inJson = await run(
    { 'organizations.json': json([...twice, { id: 'o1', name: 'Elm Kitchen', email: 'elm@elm.test' }]) },
    'twice',
  )
  expect(said(inJson.bad)).toEqual([
    'organizations.json:2 id "o1" stands also at organizations.json:1, which came first',
  ])
  // The fuller record of the same name fills the first one's gaps, another record does not.
  expect(
    await database.selectFrom('organization').select(['name', 'email']).where('sourceName', '=', 'twice').execute(),
  ).toEqual([{ name: 'Elm Kitchen', email: 'elm@elm.test' }])
  const inCsv = await run({ 'organizations.csv': ['id,name', 'o1,Elm Kitchen', 'o2,Ash', 'o1,Oak House'] }, 'twice-csv')
  expect(said(inCsv.bad)).toEqual(['organizations.csv:4 id "o1" stands also at organizations.csv:2, which came first'])
})

it('DIR-03 a fuller record without a name fills the gaps of the first, and a value that is no text is not read', async () => {
  const report = await run(
    {
      'organizations.json': json([
        {
          ...{ id: 'o1', name: 'Elm Kitchen', description: { en: 'Soup' } },
          phones: [
            { id: 'p1', number: '716-555-0101' },
            { id: 'p1', number: '716-555-0101', extension: '7' },
          ],
        },
      ]),
    },
    'fuller',
  )
  expect(report.bad).toEqual([])
  const kept = await database
    .selectFrom('organization')
    .innerJoin('phone', 'phone.organizationId', 'organization.id')
    .select(['organization.description', 'number', 'extension'])
    .where('organization.sourceName', '=', 'fuller')
    .execute()
  expect(kept).toEqual([{ description: null, number: expect.stringContaining('0101'), extension: '7' }])
})

it('DIR-03 lists unread keys, files and records with their counts', async () => {
  const report = await run(
    {
      'organizations.json': json([
        { id: 'o1', name: 'Elm', funding: [{ id: 'f' }], locations: [{ id: 'l1', addresss: [{ city: 'Elm' }] }] },
        { id: 'o2', name: 'Ash', funding: [], locations: [{ id: 'l2', addresss: [{ city: 'Ash' }] }] },
      ]),
      'mixed.json': json([{ id: 'x' }, { id: 'l3', addresses: [] }, { id: 'y' }]),
      'things.json': json([{ id: 'x' }, { id: 'y' }]),
      'broken.json': '{"id":',
      'map.pdf': 'a map',
    },
    'unread',
  )
  expect(report.ignored).toEqual([
    { file: 'map.pdf', columns: [] },
    { file: 'organizations.json', columns: ['organization.funding (1)', 'location.addresss (2)'] },
    { file: 'things.json', columns: [] },
  ])
  expect(said(report.bad)).toEqual([
    expect.stringMatching(/^broken\.json:1 the file is not JSON: ./),
    'mixed.json:1 nothing says what kind of record this is',
    'mixed.json:3 nothing says what kind of record this is',
  ])
})

it('DIR-03 reads one JSON record in each line', async () => {
  const lines = [json({ id: 'o1', name: 'Elm' }), '', json({ id: 'o2', name: 'Ash' })]
  for (const name of ['organizations.ndjson', 'organizations.json'])
    expect(await run({ [name]: lines }, name)).toMatchObject({ inserted: 2, badCount: 0, ignored: [] })
})

it('DIR-10 of JSON that breaks in the middle nothing is thought to be gone', async () => {
  const phones = Array.from({ length: 5 }, (_, at) => ({ id: `p${at}`, number: `716-555-010${at}` }))
  const whole = json([
    { id: 'o1', name: 'Elm', phones: phones.slice(0, 2) },
    { id: 'o2', name: 'Ash', phones: phones.slice(2) },
  ])
  const first = await run({ 'organizations.json': whole }, 'half')
  expect(first.records).toMatchObject({ organization: { inserted: 2 }, phone: { inserted: 5 } })
  const half = await run({ 'organizations.json': whole.slice(0, whole.indexOf('Ash')) }, 'half')
  expect(half).toMatchObject({ badCount: 1, unchanged: 3, removed: 0, missing: [], stopped: [] })
  const less = await run({ 'organizations.json': `${whole.slice(0, whole.indexOf(',{"id":"o2"'))}]` }, 'half')
  expect(less).toMatchObject({ badCount: 0, removed: 3, missing: [{ key: 'o2' }] })
})

it('DIR-03 nothing taken ends non-zero', async () => {
  expect(exitCodeOf(await run({ 'notes.txt': 'nothing' }, 'nothing'))).toBe(2)
  expect(exitCodeOf(await run({ 'organizations.csv': ['id,name', 'o1,'] }, 'nothing'))).toBe(2)
  expect(exitCodeOf(await run({ 'organizations.csv': ['id,name', 'o1,Elm'] }, 'nothing'))).toBe(0)
})

it('DIR-10 an import that would remove more than a tenth of a source stops and asks', async () => {
  const phones = Array.from({ length: 40 }, (_, at) => `p${at},o1,716-555-01${String(at).padStart(2, '0')}`)
  const files = (count: number) => ({
    'organizations.csv': ['id,name', 'o1,Elm'],
    'phones.csv': ['id,organization_id,number', ...phones.slice(0, count)],
  })
  await run(files(40), 'cut')
  const count = async () =>
    (await database.selectFrom('phone').select('id').where('sourceName', '=', 'cut').execute()).length
  const cut = await run(files(0), 'cut')
  expect(cut).toMatchObject({ removed: 0, stopped: [{ entity: 'phone', gone: 40, of: 40 }] })
  expect([exitCodeOf(cut), await count()]).toEqual([3, 40])
  // Four of forty are a tenth, and no reason to ask.
  const less = await run(files(36), 'cut')
  expect(less).toMatchObject({ removed: 4, stopped: [] })
  expect([exitCodeOf(less), await count()]).toEqual([0, 36])
  const asked = await run(files(0), 'cut', { removesMuch: true })
  expect(asked).toMatchObject({ removed: 36, stopped: [] })
  expect([exitCodeOf(asked), await count()]).toEqual([0, 0])
})

it('DIR-03 names what its source no longer contains', async () => {
  const files = (services: string[]) => ({
    'organizations.csv': ['id,name', 'o1,Elm'],
    'services.csv': ['id,organization_id,name', ...services],
  })
  expect((await run(files(['s1,o1,Soup', 's2,o1,Bread']), 'left')).missing).toEqual([])
  expect((await run(files(['s1,o1,Soup']), 'left')).missing).toEqual([{ entity: 'service', key: 's2', name: 'Bread' }])
})

it('DIR-03 points far from their ZIP are doubted', async () => {
  const files = (latitude: string) => ({
    'organizations.csv': ['id,name', 'o1,Elm'],
    // Jackson, some 150 miles from Mobile; and a point in Mobile.
    'locations.csv': [
      'id,organization_id,name,latitude,longitude',
      `l1,o1,Far,${latitude},-90.18`,
      'l2,o1,Near,30.69,-88.1',
    ],
    'addresses.csv': ['id,location_id,city,postal_code', 'a1,l1,Mobile,36608', 'a2,l2,Mobile,36608'],
  })
  const points = () =>
    database
      .selectFrom('location')
      .select(['name', 'latitude', 'doubtedLatitude'])
      .where('sourceName', '=', 'far')
      .orderBy('name')
      .execute()
  const doubted = [
    { name: 'Far', latitude: null, doubtedLatitude: 32.3 },
    { name: 'Near', latitude: 30.69, doubtedLatitude: null },
  ]
  const reason = /latitude, longitude: 1\d\d miles from its ZIP code; the point of the ZIP code is used/
  const first = await run(files('32.30'), 'far')
  expect(said(first.warnings)).toEqual([expect.stringMatching(reason)])
  expect(await points()).toEqual(doubted)
  const second = await run(files('32.30'), 'far')
  expect(second).toMatchObject({ inserted: 0, updated: 0, unchanged: 5, warningCount: 1 })
  expect(await points()).toEqual(doubted)
  // A corrected point is taken.
  expect((await run(files('32.31'), 'far')).warningCount).toBe(1)
  await run(
    {
      ...files('30.70'),
      'locations.csv': ['id,organization_id,name,latitude,longitude', 'l1,o1,Far,30.7,-88.1', 'l2,o1,Near,30.69,-88.1'],
    },
    'far',
  )
  expect(await points()).toMatchObject([{ name: 'Far', latitude: 30.7 }, { name: 'Near' }])
})

it('DIR-03 the whole report is kept as a file, and its reasons are counted', async () => {
  const lines: string[] = [reportLine(null)]
  const report = await run(
    { 'organizations.csv': ['id,name,website', 'o1,Elm,"no, site"', 'o2,Ash,=x y', 'o3,,'] },
    'file',
    { onRemark: (remark: Parameters<typeof reportLine>[0]) => lines.push(reportLine(remark)) },
  )
  expect(lines.sort()).toEqual([
    'file,line,column,what,reason,kind,name,identifier\r\n',
    'organizations.csv,2,website,left out,"website: ""no, site"" is not a web address; left out",,,\r\n',
    'organizations.csv,3,website,left out,"website: ""=x y"" is not a web address; left out",,,\r\n',
    'organizations.csv,4,name,refused,name is empty,,,\r\n',
  ])
  expect(countReasons(report.warnings)).toEqual([{ reason: 'website: "…" is not a web address; left out', times: 2 }])
  expect(reportLine({ file: '=1+1.csv', line: 1, level: 'refused', reason: 'x' })).toBe(
    `"'=1+1.csv",1,,refused,x,,,\r\n`,
  )
})

it('DIR-03 a CSV file of Excel on Windows keeps its letters, and the report says how it was read', async () => {
  const text = 'id,name\no1,Clínica “Niños” – Peñón €5\n'
  const namesOf = async (sourceName: string) =>
    (await database.selectFrom('organization').select('name').where('sourceName', '=', sourceName).execute()).map(
      ({ name }) => name,
    )
  const windows = Buffer.from(
    text.replace(/[“”–€]/g, (letter) => ({ '“': '\x93', '”': '\x94', '–': '\x96', '€': '\x80' })[letter] ?? ''),
    'latin1',
  )
  const excel = await run({ 'organizations.csv': windows }, 'excel')
  expect(await namesOf('excel')).toEqual(['Clínica “Niños” – Peñón €5'])
  expect(said(excel.warnings)).toEqual([
    expect.stringMatching(/^organizations.csv:1 the file is not in Unicode; .* Excel/),
  ])
  expect((await run({ 'organizations.csv': Buffer.from(text) }, 'unicode')).warnings).toEqual([])
  expect(await namesOf('unicode')).toEqual(['Clínica “Niños” – Peñón €5'])
  const damaged = await run({ 'organizations.csv': Buffer.from(`${text}o2,\u00f1`).subarray(0, -1) }, 'damaged')
  expect(await namesOf('damaged')).toContain('Clínica “Niños” – Peñón €5')
  expect(said(damaged.warnings)).toEqual([expect.stringMatching(/^organizations.csv:1 the file is not whole Unicode/)])
  const inJson = await run({ 'organizations.json': Buffer.from(json([{ id: 'o1', name: 'Niños' }]), 'latin1') }, 'json')
  expect([await namesOf('json'), said(inJson.bad)]).toEqual([
    [],
    ['organizations.json:1 the file is not in Unicode, as JSON must be; save it again in Unicode'],
  ])
})
