import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { openDatabase } from './database.ts'

it('0414 no statement of the portal waits for parallel workers, on whichever connection', async () => {
  const { database, close } = openDatabase((await cloneDatabase()).url, 3)
  const settings = await Promise.all(
    [1, 2, 3, 4, 5].map(() =>
      sql<{
        workers: string
      }>`select current_setting('max_parallel_workers_per_gather') as workers, pg_sleep(0.05)`.execute(database),
    ),
  )
  expect(settings.map(({ rows }) => rows[0]?.workers)).toEqual(['0', '0', '0', '0', '0'])
  await close()
})
