import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './database.ts'

/** The first half of the advisory lock; the second is the worker pool's ID as a number. */
const PRESENCE = 7_233_002
const RETRY_MS = 500
/** Longer than a process takes to take its advisory lock after it locked its first job. */
const GRACE_SECONDS = 5

/**
 * Shows that the worker pool with this name is alive: its connection holds a lock, which PostgreSQL releases when the
 * process ends for any reason. A lost connection is replaced.
 */
export function showPresence(pool: pg.Pool, name: string) {
  let client: pg.PoolClient | null = null
  let isStopped = false
  const hold = async () => {
    if (isStopped) return
    try {
      const taken = await pool.connect()
      client = taken
      taken.once('end', () => {
        taken.release(true)
        client = null
        setTimeout(hold, RETRY_MS).unref()
      })
      await taken.query('select pg_advisory_lock($1, hashtext($2))', [PRESENCE, name])
    } catch {
      // A checked-out client reports its own end.
      if (!client) setTimeout(hold, RETRY_MS).unref()
    }
  }
  void hold()
  return {
    stop: () => {
      isStopped = true
      client?.removeAllListeners('end')
      client?.release(true)
    },
  }
}

/** Releases the jobs of dead worker pools, so that others run them within seconds of a crash. */
export const releaseJobsOfDeadWorkers = (database: Database) =>
  sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker._private_jobs
    where locked_at < now() - make_interval(secs => ${GRACE_SECONDS}) and not exists (
      select from pg_locks where locktype = 'advisory' and granted and classid = ${PRESENCE}
        and objid::text::bigint = (hashtext(locked_by)::bigint & 4294967295)
        and database = (select oid from pg_database where datname = current_database()))
    having count(*) > 0`.execute(database)
