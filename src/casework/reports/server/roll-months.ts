import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'

export const rollMonthsTask = 'roll-report-months'
/** Every second minute; a process that finds another one at work leaves it to it. */
export const rollMonthsCrontab = `*/2 * * * * ${rollMonthsTask}`

/**
 * Rolls up each month that is over, and again each whose referrals changed since. A change that is not committed yet
 * stays for the next time. A month counts as over a day later, when it is over in every time zone.
 */
export const rollMonths = (database: Database) =>
  database.transaction().execute(async (transaction) => {
    const locked = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('roll report months', 0)) as is_ours`.execute(transaction)
    if (!locked.rows[0]?.isOurs) return
    await sql`
      with changed as (delete from report_change returning month)
      select roll_report_month(month) from (
        select month from changed where month in (select month from report_month)
        union
        select month::date from (select min(sent_day) as first_day from referral_fact) facts,
          generate_series(date_trunc('month', first_day), now() - interval '1 month 1 day', interval '1 month') as month
        where month::date not in (select month from report_month)
      ) due order by month`.execute(transaction)
  })

export const rollMonthsJob =
  ({ database }: { database: Database }): Task =>
  async () => {
    await rollMonths(database)
  }
