import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { addJob, startJobs } from '#platform/server/jobs.ts'
import { jobLogger } from '#platform/server/log.ts'
import { patientPool } from '#platform/server/patient-pool.ts'
import { releaseJobsOfDeadWorkers, showPresence } from '#platform/server/worker-presence.ts'
import { startTestApp } from './app.ts'

const product = await startTestApp()
const { database, pool } = product

const lockedBy = async (key: string) =>
  (
    await sql<{
      lockedBy: string | null
    }>`select locked_by from graphile_worker._private_jobs where key = ${key}`.execute(database)
  ).rows[0]?.lockedBy
async function holdJob(key: string, worker: string, seconds: number) {
  await addJob(database, 'tidy', {}, { key })
  await sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${seconds})
    where key = ${key}`.execute(database)
}
const endConnections = (like: string) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like ${like}
    and pid <> pg_backend_pid()`.execute(database)
/** The connections that show that a worker is alive. */
const holders = async () =>
  (
    await sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and classid = 7233002
      and database = (select oid from pg_database where datname = current_database())`.execute(database)
  ).rows.map(({ pid }) => pid)
async function until(isDone: () => Promise<boolean>) {
  for (let waited = 0; waited < 20_000 && !(await isDone()); waited += 50) await sleep(50)
  expect(await isDone()).toBe(true)
}

it('D-RUN-6 releases the jobs of a killed worker within seconds, but never those of a living one', async () => {
  const presence = showPresence(pool, 'pool-alive')
  await until(async () => (await holders()).length === 1)
  const [before] = await holders()
  await holdJob('of-the-living', 'pool-alive', 60)
  await holdJob('of-the-dead', 'pool-dead', 60)
  await holdJob('just-begun', 'pool-new', 0)
  await releaseJobsOfDeadWorkers(database)
  expect(await lockedBy('of-the-living')).toBe('pool-alive')
  expect(await lockedBy('of-the-dead')).toBeNull()
  expect(await lockedBy('just-begun')).toBe('pool-new')

  await endConnections('select pg_advisory_lock%')
  // The ended connection may hold its lock a moment longer.
  await until(async () => (await holders()).some((pid) => pid !== before))
  await releaseJobsOfDeadWorkers(database)
  expect(await lockedBy('of-the-living')).toBe('pool-alive')

  presence.stop()
  await until(async () => (await holders()).length === 0)
  await releaseJobsOfDeadWorkers(database)
  expect(await lockedBy('of-the-living')).toBeNull()
})

it('D-RUN-6 ends a job whose last statement was cut off, instead of the process', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  let runs = 0
  const jobs = await startJobs(
    product,
    {
      'cut-off': async () => {
        runs++
        // The statement that deletes the job waits for this lock, and is interrupted while it waits.
        const other = new pg.Client({ connectionString: product.url })
        await other.connect()
        await other.query(`begin; select from graphile_worker._private_jobs where key = 'cut-off' for update`)
        // Of this database alone: other test files use the same server.
        const waiting = sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        setTimeout(async () => {
          await until(async () => (await sql`select 1 from ${waiting}`.execute(database)).rows.length > 0)
          await sql`select pg_terminate_backend(pid) from ${waiting}`.execute(database)
          await other.query('rollback')
          await other.end()
        }, 10)
      },
    },
    jobLogger(product.log),
  )
  await addJob(database, 'cut-off', {}, { key: 'cut-off' })
  await until(async () => (await lockedBy('cut-off')) === undefined)
  await jobs.stop()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect(runs).toBe(1)
})

it('waits for a database that is away, until the process ends', async () => {
  const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  const patient = patientPool(away)
  const connection = patient.pool.connect().catch((error) => error.code)
  await sleep(600)
  patient.giveUp()
  expect(await connection).toBe('ECONNREFUSED')
  await away.end()
})
