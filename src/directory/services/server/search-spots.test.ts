import { assert, asyncProperty, integer, record } from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { cellsWithin, prefixOf, prefixSpots } from './search-spots.ts'

const { database } = await startTestApp()

it('DIR-01 the cells around a place hold every point within the radius, also at the date line', async () => {
  const between = (min: number, max: number) =>
    integer({ min: Math.ceil(min * 1e4), max: Math.floor(max * 1e4) }).map((value) => value / 1e4)
  const asked = record({
    latitude: between(-60, 72),
    longitude: between(-180, 180),
    miles: between(0.1, 100),
    direction: between(0, 2 * Math.PI),
    share: between(0, 1),
  })
  await assert(
    asyncProperty(asked, async ({ latitude, longitude, miles, direction, share }) => {
      const meters = miles * 1609.344
      const far = ((share * meters) / 111_319.5) * Math.sin(direction)
      const wide = ((share * meters) / 111_319.5) * Math.cos(direction)
      const there = { latitude: latitude + far, longitude: longitude + wide / Math.cos((latitude * Math.PI) / 180) }
      const turned =
        there.longitude > 180 ? there.longitude - 360 : there.longitude < -180 ? there.longitude + 360 : there.longitude
      const { rows } = await sql<{ cells: string[]; meters: number }>`
        select place_cells(${there.latitude}::float8, ${turned}::float8, 'ABCDE') as cells,
          place_point(${there.latitude}::float8, ${turned}::float8) <-> place_point(${latitude}::float8, ${longitude}::float8) as meters`.execute(
        database,
      )
      const [point] = rows
      const around = cellsWithin({ latitude, longitude }, meters)
      expect(around.length).toBeLessThanOrEqual(150)
      if (point && point.meters <= meters) expect(around.some((cell) => point.cells.includes(cell))).toBe(true)
    }),
    { numRuns: 150 },
  )
})

it('DIR-01 each service has a prefix, and the parts of a large tier hold all prefixes once', async () => {
  const { rows } = await sql<{ id: string; spots: string[] }>`
    select id, spots_of(id) as spots from (select gen_random_uuid() as id from generate_series(1, 50)) made`.execute(
    database,
  )
  for (const { id, spots } of rows) expect(spots).toContain(prefixSpots(prefixOf(id), 1)[0])
  const all = [0, 16, 80, 336, 1360].flatMap((at, n) => prefixSpots(at, 16 * 4 ** n))
  expect([all.length, new Set(all).size, all[0], all.at(-1)]).toEqual([4096, 4096, 'I000', 'Ifff'])
})
