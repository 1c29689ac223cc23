import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addJob, deleteReplacedJobs, releaseStuckJobs } from '#platform/server/jobs.ts'
import { sendMessage } from '#platform/server/messages.ts'
import { startTestApp } from './app.ts'
import { plainMessage } from './message-delivery.ts'

const product = await startTestApp()
const { database } = product

it('a message with the same key is sent once, and not at all when its transaction fails', async () => {
  const message = {
    ...plainMessage,
    channel: 'email' as const,
    to: 'a@example.test',
    subject: 'Once',
    text: 'Once',
    key: 'k1',
  }
  await Promise.all(Array.from({ length: 10 }, () => database.transaction().execute((t) => sendMessage(t, message))))
  await database
    .transaction()
    .execute(async (t) => {
      await sendMessage(t, { ...message, key: 'k2' })
      throw new Error('undone')
    })
    .catch(() => undefined)
  await product.workJobs()
  expect(await product.outbox('a@example.test')).toHaveLength(1)
})

it('a job that a killed worker held is given back, a fresh one is left alone', async () => {
  await addJob(database, 'tidy', {}, { key: 'old' })
  await addJob(database, 'tidy', {}, { key: 'fresh' })
  await sql`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '10 minutes' where key = 'old'`.execute(
    database,
  )
  await sql`update graphile_worker._private_jobs set locked_by = 'alive', locked_at = now() where key = 'fresh'`.execute(
    database,
  )
  await releaseStuckJobs(database, 300)
  const { rows } = await sql<{
    key: string
    lockedBy: string | null
  }>`select key, locked_by from graphile_worker._private_jobs where key in ('old', 'fresh') order by key`.execute(
    database,
  )
  expect(rows).toEqual([
    { key: 'fresh', lockedBy: 'alive' },
    { key: 'old', lockedBy: null },
  ])
})

it('D-RUN-6 a job that was replaced while a killed worker held it is deleted, and nothing else is', async () => {
  const lock = (by: string | null) =>
    sql`update graphile_worker._private_jobs set locked_by = ${by}, locked_at = ${by ? sql`now()` : null} where key = 'twice'`
  await addJob(database, 'tidy', { turn: 1 }, { key: 'twice' })
  await lock('dead').execute(database)
  await addJob(database, 'tidy', { turn: 2 }, { key: 'twice' })
  await addJob(database, 'tidy', { turn: 3 })
  const failing = sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no' where payload ->> 'turn' = '3'`
  await failing.execute(database)
  const left = async () =>
    (
      await sql<{ turn: string }>`select payload ->> 'turn' as turn from graphile_worker._private_jobs
        where payload ->> 'turn' is not null order by 1`.execute(database)
    ).rows.map(({ turn }) => turn)
  await deleteReplacedJobs(database)
  expect(await left()).toEqual(['1', '2', '3'])
  await sql`select graphile_worker.force_unlock_workers('{dead}')`.execute(database)
  await deleteReplacedJobs(database)
  expect(await left()).toEqual(['2', '3'])
})

it('tidying keeps what is still of use', async () => {
  await sql`insert into event (type, subject_id, audience, created_on) values ('t', 'old', '{}', now() - interval '2 days'), ('t', 'new', '{}', now())`.execute(
    database,
  )
  await product.runTask('tidy')
  const { rows } = await sql<{ subjectId: string }>`select subject_id from event where type = 't'`.execute(database)
  expect(rows.map((r) => r.subjectId)).toEqual(['new'])
})
