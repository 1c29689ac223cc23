import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { findZip, nameAreas } from './find-place.ts'
import { loadPlaces } from './load-places.ts'

const { database } = await startTestApp()

it('DIR-06 knows PO boxes and single buildings, and ZIP+4', async () => {
  expect((await findZip(database, '20090'))?.keys).toEqual(['z20090', 't11:washington', 'c11001', 's11', 'us'])
  expect((await findZip(database, ' 60602-1234 '))?.keys).toEqual(['z60602', 't17:chicago', 'c17031', 's17', 'us'])
  expect((await findZip(database, '09007'))?.keys).toEqual(['z09007', 'us'])
  for (const zip of ['99999', '00000', '6060', '606021', '60602 Chicago', 'abcde', ''])
    expect(await findZip(database, zip), zip).toBeNull()
  const { rows } = await sql<{ n: number; noCounty: number }>`
    select count(*)::integer as n, count(*) filter (where county_fips is null and state not in ('AA', 'AE', 'AP', 'MH', ''))::integer as no_county from place`.execute(
    database,
  )
  expect(rows[0]?.n).toBeGreaterThan(41_000)
  expect(rows[0]?.noCounty).toBe(0)
})

it.each([
  ['47401', 'America/Indiana/Indianapolis'],
  ['46304', 'America/Chicago'],
  ['37402', 'America/New_York'],
  ['37203', 'America/Chicago'],
  ['42101', 'America/Chicago'],
  ['40202', 'America/Kentucky/Louisville'],
  ['32501', 'America/Chicago'],
  ['33602', 'America/New_York'],
  ['79901', 'America/Denver'],
  ['77002', 'America/Chicago'],
  ['85001', 'America/Phoenix'],
  ['96813', 'Pacific/Honolulu'],
  ['99501', 'America/Anchorage'],
  ['00601', 'America/Puerto_Rico'],
])('DIR-06 a ZIP code has its own time zone, also where a state has several: %s', async (zip, zone) => {
  const place = await database.selectFrom('place').select('timeZone').where('zip', '=', zip).executeTakeFirst()
  expect(place?.timeZone).toBe(zone)
})

it('DIR-06 every time zone is one that the platform knows', async () => {
  const zones = await database.selectFrom('place').select('timeZone').distinct().execute()
  for (const { timeZone } of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone }), timeZone).not.toThrow()
})

it('DIR-06 names areas as people say them', async () => {
  const names = await nameAreas(database, ['z60602', 't06:dalycity', 'c22071', 'c17031', 'c29510', 's17', 'us'])
  expect([...names.values()]).toEqual([
    { kind: 'zip', name: '60602' },
    { kind: 'town', name: 'Daly City' },
    { kind: 'county', name: 'Orleans Parish' },
    { kind: 'county', name: 'Cook County' },
    { kind: 'county', name: 'St. Louis city' },
    { kind: 'state', name: 'Illinois' },
    { kind: 'nation', name: '' },
  ])
})

it('DIR-06 loads changed files again, and only those', async () => {
  await database.updateTable('place').set({ town: 'Elsewhere' }).where('zip', '=', '60602').execute()
  await loadPlaces(database)
  const town = () => database.selectFrom('place').select('town').where('zip', '=', '60602').executeTakeFirst()
  expect(await town()).toEqual({ town: 'Elsewhere' })
  await database.updateTable('placeFile').set({ hash: 'former' }).execute()
  await Promise.all([loadPlaces(database), loadPlaces(database)])
  expect(await town()).toEqual({ town: 'Chicago' })
})
