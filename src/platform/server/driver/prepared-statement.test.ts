import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { openDatabase, prepared } from '../database.ts'

const { url, drop } = await cloneDatabase()
const { database, close } = openDatabase(url, 1)
afterAll(async () => {
  await close()
  await drop()
})

it('HD-05 a connection prepares a statement that is marked so, once, and no other', async () => {
  const count = (low: number, kept = sql``) =>
    sql<{
      found: number
    }>`select count(*) as found from generate_series(1, 10) n where n > ${low}::int ${kept}`.execute(database)
  expect((await count(3)).rows).toEqual([{ found: 7 }])
  for (const low of [3, 8, 3]) expect((await count(low, prepared)).rows).toEqual([{ found: 10 - low }])
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database)
  expect(rows.map(({ statement }) => statement)).toEqual([expect.stringContaining('generate_series')])
})
