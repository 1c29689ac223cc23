import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { LEAST_ORGANIZATIONS, LEAST_REFERRALS, type RateKey, type Report, type ReportQuery } from '../report.ts'
import type { Period } from './period.ts'

const parts: Record<RateKey, [part: RawBuilder<number>, of: RawBuilder<number>]> = {
  seenRate: [sql`seen`, sql`sent`],
  answeredRate: [sql`answered`, sql`sent`],
  acceptedRate: [sql`accepted`, sql`answered`],
  closedLoopRate: [sql`loop_closed`, sql`followed`],
  gotHelpRate: [sql`got_help`, sql`followed`],
  gotHelpWithRoomRate: [sql`got_help`, sql`followed - no_capacity`],
}

/**
 * The medians of the organizations' rates, in whole percent, over the months of the period that are over. Each only
 * from enough organizations that count enough referrals for it, so that none is a share of a few people; otherwise null.
 */
export async function findNetworkMedian(
  database: Database,
  side: ReportQuery['side'],
  { startDate, endDate }: Period,
): Promise<Report['networkMedian']> {
  const medians = sql.join(
    Object.entries(parts).map(
      ([key, [part, of]]) => sql`
      case when count(*) filter (where ${of} >= ${LEAST_REFERRALS}) >= ${LEAST_ORGANIZATIONS} then
        round((percentile_cont(0.5) within group (order by (${part})::float8 / nullif(${of}, 0))
          filter (where ${of} >= ${LEAST_REFERRALS}))::numeric, 2)::float8 end as ${sql.id(key)}`,
    ),
  )
  const { rows } = await sql<Record<RateKey, number | null> & { organizations: number }>`
    select count(*)::integer as organizations, ${medians}
    from (
      select organization_id, sum(sent) as sent, sum(seen) as seen, sum(answered) as answered, sum(accepted) as accepted,
        sum(followed) as followed, sum(loop_closed) as loop_closed, sum(got_help) as got_help, sum(no_capacity) as no_capacity
      from roll_month_organization
      where side = ${side} and month between ${startDate}::date and ${endDate}::date + 1 - interval '1 month'
      group by organization_id having sum(sent) >= ${LEAST_REFERRALS}
    ) organizations`.execute(database)
  const { organizations = 0, ...rates } = rows[0] ?? ({} as Partial<(typeof rows)[0]>)
  return organizations >= LEAST_ORGANIZATIONS ? { organizations, rates: rates as Record<RateKey, number | null> } : null
}
