import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

const MOST = 5000

/** The services to which at least so many referrals were sent within a year, most first. */
export async function listBusyServices(database: Database, least: number) {
  const { rows } = await sql<{ serviceId: string; count: number }>`
    select service_id, count(*)::integer as count from referral
    where service_id is not null and sent_on > now() - interval '1 year'
    group by service_id having count(*) >= ${least} order by count(*) desc, service_id limit ${MOST}`.execute(database)
  return rows
}
