import { sql } from 'kysely'
import type { Database } from './database.ts'
import { releaseStuckJobs, STUCK_SECONDS, type Task } from './jobs.ts'

export const tidyTask = 'tidy'
/** Every five minutes; a missed time is not made up for. */
export const tidyCrontab = `*/5 * * * * ${tidyTask}`

/** Clears what has had its day: events that no tab can still ask for, used captchas, ended sessions, codes that were never used, sign-ins that were never finished, old counters, stuck jobs. */
export const tidy =
  ({ database }: { database: Database }): Task =>
  async () => {
    await sql`delete from event where created_on < now() - interval '1 day'`.execute(database)
    await sql`delete from captcha_used where expires_on < now()`.execute(database)
    await sql`delete from session where last_seen_on < now() - interval '30 minutes' or created_on < now() - interval '12 hours'`.execute(
      database,
    )
    await sql`delete from authenticator_challenge where expires_on < now() - interval '1 hour'`.execute(database)
    await sql`delete from authenticator where not active and created_on < now() - interval '1 hour'`.execute(database)
    await sql`delete from login_throttle where expire < extract(epoch from now() - interval '1 day') * 1000`.execute(
      database,
    )
    for (const table of ['sign_on_attempt', 'sign_on_pending', 'sign_on_visit', 'passkey_challenge'])
      await sql`delete from ${sql.table(table)} where expires_on < now()`.execute(database)
    await sql`delete from login_wait where last_on < now() - interval '1 hour'`.execute(database)
    await releaseStuckJobs(database, STUCK_SECONDS)
  }
