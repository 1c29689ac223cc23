import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { type InTransaction, runAct } from './database.ts'

it('F-10 REF-02 repeats an act once that PostgreSQL aborted because of a deadlock', async () => {
  const { servingDatabase: database } = await startTestApp()
  const lock = (transaction: InTransaction, key: number) =>
    sql`select pg_advisory_xact_lock(${key}::int, 1)`.execute(transaction)
  const both = Promise.withResolvers<void>()
  let holding = 0
  let runs = 0
  const act = (first: number, second: number) =>
    runAct(database, async (transaction) => {
      runs++
      await lock(transaction, first)
      if (++holding === 2) both.resolve()
      await both.promise
      await lock(transaction, second)
      return first
    })
  expect(await Promise.all([act(1, 2), act(2, 1)])).toEqual([1, 2])
  expect(runs).toBe(3)
  const always = () => sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(database)
  await expect(runAct(database, always)).rejects.toMatchObject({ code: '40P01' })
})
