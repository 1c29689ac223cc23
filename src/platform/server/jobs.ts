import { type Logger, run, runMigrations, type Task, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'

export type { Task, TaskList }

/**
 * Puts a job in the queue, inside the caller's transaction: it exists if and only if the transaction commits.
 * @param name the task's name as its feature registers it
 * @param options.key a job with the same key that still waits is replaced, not doubled
 * @param options.runAt not before this time
 */
export async function addJob(
  database: Database,
  name: string,
  payload: Record<string, unknown>,
  options: { key?: string; runAt?: Date } = {},
) {
  await sql`select graphile_worker.add_job(${name}::text, payload := ${JSON.stringify(payload)}::json,
    job_key := ${options.key ?? null}::text, run_at := ${options.runAt?.toISOString() ?? null}::timestamptz)`.execute(
    database,
  )
}

export const migrateJobs = (pool: pg.Pool, logger: Logger) => runMigrations({ pgPool: pool, logger })

/** Starts working jobs in this process; `stop` lets the running ones finish. `crontab` lines name repeated tasks. */
export const startJobs = (pool: pg.Pool, taskList: TaskList, logger: Logger, crontab = '') =>
  run({ pgPool: pool, taskList, crontab, concurrency: 4, noHandleSignals: true, pollInterval: 1000, logger })
