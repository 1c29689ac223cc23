import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { type Database, onOneConnection, openDatabase, prepared } from '../database.ts'

const { url, drop } = await cloneDatabase()
const { database, close } = openDatabase(url, 2)
await sql`create table travelled (place serial primary key, what text not null unique)`.execute(database)
afterAll(async () => {
  await close()
  await drop()
})

const write = (to: Database, what: string, kept = sql``) =>
  sql`insert into travelled (what) values (${what}) ${kept}`.execute(to)
const written = async () => {
  const { rows } = await sql<{ what: string }>`select what from travelled order by place`.execute(database)
  return rows.map(({ what }) => what)
}
const empty = () => sql`truncate travelled`.execute(database)

it('HD-05 statements of a transaction that are begun together are worked in their order', async () => {
  await empty()
  const { count } = await database.transaction().execute(async (transaction) => {
    const [, , , counted] = await Promise.all([
      write(transaction, 'first'),
      transaction.insertInto('event').values({ type: 'order', subjectId: 'x', audience: [] }).execute(),
      write(transaction, 'second', prepared),
      sql<{ count: number }>`select count(*) from travelled`.execute(transaction),
      write(transaction, 'third'),
    ])
    return counted.rows[0] as { count: number }
  })
  expect(count).toBe(2)
  expect(await written()).toEqual(['first', 'second', 'third'])
})

it('HD-05 nothing of a transaction stays when one of its statements fails among others, and the connection goes on', async () => {
  await empty()
  await write(database, 'taken')
  const failing = database.transaction().execute(async (transaction) => {
    await Promise.all([
      write(transaction, 'before'),
      write(transaction, 'taken'),
      // Not yet prepared on the connection, and rejected together with the transaction.
      sql`select 1 as one ${prepared}`.execute(transaction),
      write(transaction, 'after'),
    ])
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await written()).toEqual(['taken'])
  for (let each = 0; each < 4; each++)
    expect((await sql`select 1 as one ${prepared}`.execute(database)).rows).toEqual([{ one: 1 }])
})

it('HD-05 a transaction whose failed statement nobody waited for is refused at its end', async () => {
  await empty()
  await write(database, 'taken')
  let forgotten: Promise<unknown> = Promise.resolve()
  const ending = database.transaction().execute(async (transaction) => {
    await write(transaction, 'before')
    forgotten = write(transaction, 'taken').catch((error) => error.code)
    await turn()
  })
  await expect(ending).rejects.toThrow('before its end')
  expect(await forgotten).toBe('23505')
  expect(await written()).toEqual(['taken'])
})

it('HD-05 what is asked of one connection at once comes from one connection, also inside of a transaction', async () => {
  const ask = (one: Database) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)
  const twice = (from: Database) => onOneConnection(from, (one) => Promise.all([ask(one), ask(one)]))
  const pids = (await twice(database)).map(({ rows }) => rows[0]?.pid)
  expect(pids[0]).toBe(pids[1])
  await database.transaction().execute(async (transaction) => {
    const [own, ...asked] = [await ask(transaction), ...(await twice(transaction))].map(({ rows }) => rows[0]?.pid)
    expect(asked).toEqual([own, own])
  })
})

it('HD-05 a statement that comes after its connection was given back is refused, and disturbs nobody', async () => {
  await empty()
  let kept: Database | undefined
  await onOneConnection(database, async (one) => {
    kept = one
    await write(one, 'in time')
  })
  await expect(write(kept as Database, 'too late')).rejects.toThrow('was given back')
  expect(await written()).toEqual(['in time'])
})

it('HD-05 rows come in the spelling of the product, also inside of JSON, and times in UTC to the millisecond', async () => {
  const { rows } = await sql`
    select 1::bigint as big_number, '{"inner_name": [{"deep_name": null}]}'::jsonb as some_json, array['a_b'] as some_texts,
      timestamptz '2026-03-04 05:06:07.1234+00' as at_once, timestamptz '2026-03-04 05:06:07Z' as on_the_second,
      null::timestamptz as no_time`.execute(database)
  expect(rows).toEqual([
    {
      bigNumber: 1,
      someJson: { innerName: [{ deepName: null }] },
      someTexts: ['a_b'],
      atOnce: '2026-03-04T05:06:07.123Z',
      onTheSecond: '2026-03-04T05:06:07.000Z',
      noTime: null,
    },
  ])
  const elsewhere = await database.transaction().execute(async (transaction) => {
    await sql`set local time zone 'America/Chicago'`.execute(transaction)
    return sql`select timestamptz '2026-07-04 23:06:07.1239-05' as "at"`.execute(transaction)
  })
  expect(elsewhere.rows).toEqual([{ at: '2026-07-05T04:06:07.123Z' }])
})
