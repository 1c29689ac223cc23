import { sql } from 'kysely'
import { findPromise } from '#casework/response-times/server/response-times-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { ReferralDestination } from '../destination.ts'

/** Of fewer answers nothing is said. */
const fewest = 10

/** How soon an organization promises to answer, and the median of its latest answers within half a year. */
export async function getAnswerTime(
  database: Database,
  organizationId: string,
): Promise<ReferralDestination['responseTime']> {
  const { answerHours, isPromised } = await findPromise(database, organizationId)
  const { rows } = await sql<{ count: number; hours: number | null }>`
    select count(*)::int as count, percentile_cont(0.5) within group (order by hours)::float as hours from (
      select extract(epoch from responded_on - recipient_confirmed_on) / 3600 as hours from referral
      where recipient_organization_id = ${organizationId}::uuid and created_on > now() - interval '180 days'
        and responded_on > recipient_confirmed_on and sender_organization_id <> recipient_organization_id
      order by created_on desc limit 100) latest`.execute(database)
  const typicalHours = (rows[0]?.count ?? 0) >= fewest ? (rows[0]?.hours ?? null) : null
  return { answerHours, isPromised, typicalHours }
}
