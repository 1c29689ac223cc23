import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import type { Database, InTransaction } from './database.ts'
import { onSharedSnapshot, type Run } from './shared-snapshot.ts'

const { servingDatabase: database } = await startTestApp()
const begin = sql`select set_config('work_mem', '64MB', true)`
const pid = sql<{ pid: number; memory: string }>`
  select pg_backend_pid() as pid, current_setting('work_mem') as memory, pg_sleep(0.05)`
const connectionsOf = async (run: Run) => {
  const rows = (await Promise.all(Array.from({ length: 6 }, () => run(pid)))).flat()
  expect(rows.map(({ memory }) => memory)).toEqual(Array(6).fill('64MB'))
  return new Set(rows.map((row) => row.pid)).size
}
const events = sql<{
  count: number
}>`select pg_sleep(0.05), count(*)::integer as count from event where type = 'snapshot'`

const insertEvent = () =>
  database.insertInto('event').values({ type: 'snapshot', subjectId: 'x', audience: [] }).execute()
/** Something is committed between the beginnings of the two transactions. */
function changingBetween(): Database {
  let begun = 0
  const execute = async (act: (transaction: InTransaction) => Promise<unknown>) => {
    if (++begun === 2) await insertEvent()
    return database.transaction().execute(act)
  }
  return Object.assign(Object.create(database), { transaction: () => ({ execute }) })
}

it('REP-07 the statements of a report are of one moment, whichever of two connections runs them', async () => {
  const counts = await onSharedSnapshot(changingBetween(), begin, async (run) => {
    expect(await connectionsOf(run)).toBe(2)
    await insertEvent()
    return Promise.all([run(events), run(events), run(events), run(events)])
  })
  expect(counts.flat().map(({ count }) => count)).toEqual([0, 0, 0, 0])
  expect((await events.execute(database)).rows).toMatchObject([{ count: 2 }])
})

it('REP-07 only one report holds two connections, so that none waits for another one', async () => {
  await onSharedSnapshot(database, begin, async (run) => {
    expect(await connectionsOf(run)).toBe(2)
    expect(await onSharedSnapshot(database, begin, connectionsOf)).toBe(1)
  })
  expect(await database.transaction().execute((one) => onSharedSnapshot(one, begin, connectionsOf))).toBe(1)
  const failing = onSharedSnapshot(database, begin, (run) =>
    Promise.all([run(pid), run(sql`select 1 / 0`), run(pid), run(pid)]),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const many = await Promise.all(Array.from({ length: 60 }, () => onSharedSnapshot(database, begin, connectionsOf)))
  expect(many.filter((connections) => connections === 2).length).toBeGreaterThan(0)
})
