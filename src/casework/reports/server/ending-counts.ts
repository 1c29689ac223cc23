import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#platform/server/database.ts'
import type { EndingCount } from '../ending.ts'

export type QuarterEnding = z.infer<typeof EndingCount> & { quarter: string }

/**
 * How the referrals of whole months stand or ended, by quarter. Exact: the caller checks who may see what.
 *
 * Months that are over are read from the roll-up, and the others as their referrals stand. Without an organization's
 * own, the roll-up may not be older than what is taken away, so months that changed since are counted again.
 *
 * @param days the end is not included
 * @param withoutId whose referrals, sent or received, are left out
 */
export async function countEndings(
  database: Database,
  { start, end }: { start: string; end: string },
  withoutId: string | null,
) {
  const without = sql`${withoutId}::uuid`
  const { rows } = await sql<QuarterEnding>`
    with months as (
      select month::date from generate_series(${start}::date, ${end}::date - 1, interval '1 month') as month
    ), rolled as (
      select month from months join report_month using (month)
      where ${without} is null or month not in (select month from report_change)
    ), counts as (
      select roll.* from roll_month_ending roll join rolled using (month)
      union all
      select counted.* from months
        cross join lateral count_endings(month, (month + interval '1 month' - interval '1 day')::date, null) counted
      where months.month not in (select month from rolled)
      union all
      select month, ending, kind, item, -n from count_endings(${start}::date, ${end}::date - 1, ${without}) own
      where ${without} is not null
    )
    select to_char(month, 'YYYY"-Q"Q') as quarter, ending, kind, item, sum(n)::integer as n
    from counts group by 1, 2, 3, 4 having sum(n) > 0`.execute(database)
  return rows
}
