import { EventEmitter } from 'node:events'
import { type Logger, run, runMigrations, type Task, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { letCallsPass } from './calls-first.ts'
import { type Database, prepared } from './database.ts'
import { patientPool } from './patient-pool.ts'
import { releaseJobsOfDeadWorkers, showPresence } from './worker-presence.ts'

export type { Task, TaskList }

/**
 * Adds a job to the queue in the caller's transaction: it exists only if the transaction commits.
 * @param name the task's name as its feature registers it
 * @param options.key replaces a waiting job with the same key instead of adding a second one
 * @param options.runAt not before this time
 * @param options.keepsTime a waiting job with the same key keeps its time
 */
export async function addJob(
  database: Database,
  name: string,
  payload: Record<string, unknown>,
  options: { key?: string; runAt?: Date; keepsTime?: boolean } = {},
) {
  await sql`select graphile_worker.add_job(${name}::text, payload := ${JSON.stringify(payload)}::json,
    job_key := ${options.key ?? null}::text, run_at := ${options.runAt?.toISOString() ?? null}::timestamptz,
    job_key_mode := ${options.keepsTime ? 'preserve_run_at' : 'replace'}::text) ${prepared}`.execute(database)
}

export const migrateJobs = (pool: pg.Pool, logger: Logger) => runMigrations({ pgPool: pool, logger })

/** Runs a task once the calls of readers leave it room. */
const afterCalls =
  (task: Task): Task =>
  async (payload, helpers) => {
    await letCallsPass()
    await task(payload, helpers)
  }

/** How often a process looks for jobs of dead workers. */
const LOOK_MS = 5000

/**
 * Starts running jobs in this process; `stop` waits for the running ones to finish.
 * @param crontab lines for repeated tasks
 */
export async function startJobs(
  { database, pool }: { database: Database; pool: pg.Pool },
  taskList: TaskList,
  logger: Logger,
  crontab = '',
) {
  const patient = patientPool(pool)
  const events = new EventEmitter()
  let presence: ReturnType<typeof showPresence> | null = null
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    presence = showPresence(pool, workerPool.id)
  })
  const runner = await run({
    pgPool: patient.pool,
    taskList: Object.fromEntries(Object.entries(taskList).map(([name, task]) => [name, afterCalls(task as Task)])),
    crontab,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 1000,
    logger,
    events,
  })
  const release = () => releaseJobsOfDeadWorkers(database).then(() => deleteReplacedJobs(database))
  const looking = setInterval(() => void release().catch(() => undefined), LOOK_MS).unref()
  return {
    stop: async () => {
      clearInterval(looking)
      patient.giveUp()
      await runner.stop()
      presence?.stop()
    },
  }
}

/**
 * Releases the jobs that a killed worker holds. Our jobs never take minutes, so an older lock is stale.
 * @param olderThan seconds; 0 if there is certainly no other worker (the embedded database has one portal)
 */
export async function releaseStuckJobs(database: Database, olderThan: number) {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
    where locked_at < now() - make_interval(secs => ${olderThan}) having count(*) > 0`.execute(database)
}
export const STUCK_SECONDS = 300

/**
 * Deletes the jobs that another one with the same key replaced while they ran, and whose worker was then killed. The
 * queue has taken their key and all their tries, and nobody would ever run or delete them.
 */
export const deleteReplacedJobs = (database: Database) =>
  sql`delete from graphile_worker._private_jobs
    where key is null and attempts = max_attempts and last_error is null and locked_at is null`.execute(database)
