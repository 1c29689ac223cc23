import { sql } from 'kysely'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { Day, Id } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { ReportRow, ReportRowPage, ReportRowQuery } from '../report.ts'
import { counted, factsOf, filtered } from './counted.ts'
import { periodOf } from './period.ts'
import { ownOrganization, type ReportServices } from './report-of-organization.ts'

/** The referrals that a number of the report counts, newest first, without anything about the person. */
export async function listReportRows(
  { database, config }: ReportServices,
  actor: Actor,
  query: ReportRowQuery,
): Promise<ReportRowPage> {
  const organizationId = ownOrganization(actor)
  const { startDate, endDate } = periodOf(query, config.timeZone)
  const [day, id] = readCursor(query.cursor, [Day, Id]) ?? [null, null]
  const hits = sql`
    from ${factsOf(organizationId, query.side)} facts
    where sent_day between ${startDate}::date and ${endDate}::date and ${filtered(query)} and (${counted[query.measure]})
      and (${query.statusClass ?? null}::text is null or status_class = ${query.statusClass ?? null})
      and (${query.reason ?? null}::text is null or reason = ${query.reason ?? null})`
  const { rows } = await sql<ReportRow>`
    select referral_id, sent_day, need, status_class, reason, outcome,
      json_build_object('id', organization.id, 'name', organization.name) as organization
    from (select * ${hits} and (${day}::date is null or (sent_day, referral_id) < (${day}::date, ${id}::uuid))
      order by sent_day desc, referral_id desc limit ${query.limit + 1}) page
    join ${organizationNames.as('organization')} on organization.id = other_id
    order by sent_day desc, referral_id desc`.execute(database)
  const total = await sql<{ count: number }>`select count(*)::integer as count ${hits}`.execute(database)
  return {
    ...pageFrom(rows, query.limit, (row) => [row.sentDay, row.referralId]),
    ...{ startDate, endDate, totalCount: total.rows[0]?.count ?? 0 },
  }
}
