import { sql } from 'kysely'
import { anybody, listedServices, listServiceItems } from '#directory/services/server/directory-public.ts'
import { organizationNames } from '#identity/organizations/server/organizations-public.ts'
import { pageFrom } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { WaitingCheck, WaitingPage } from '../listing-check.ts'
import type { CheckProduct } from './start-checks.ts'

type After = readonly [importance: number, startedOn: string, serviceId: string]

/** What nobody confirmed in spite of three mails, or what nobody could be asked about; the most important first. */
export async function listWaiting(
  database: Database,
  { timeZone }: Pick<CheckProduct, 'timeZone'>,
  { limit, after }: { limit: number; after: After | undefined },
): Promise<WaitingPage> {
  const [importance, startedOn, serviceId] = after ?? []
  const { rows } = await sql<Omit<WaitingCheck, 'phones'>>`
    select c.service_id, listed.version, listed.name, listed.organization_id, owner.name as organization_name, listed.assured_date,
      c.importance, c.mails_sent > 0 as was_asked, c.started_on
    from listing_check c join ${listedServices} listed on listed.id = c.service_id
    join ${organizationNames} owner on owner.id = listed.organization_id
    where c.next_on is null
      and (listed.assured_date is null or listed.assured_date < (c.started_on at time zone ${timeZone})::date)
      and ${after ? sql`(-c.importance, c.started_on, c.service_id) > (${-Number(importance)}::integer, ${startedOn}::timestamptz, ${serviceId}::uuid)` : sql`true`}
    order by c.importance desc, c.started_on, c.service_id limit ${limit + 1}`.execute(database)
  const page = pageFrom(rows, limit, (row) => [row.importance, row.startedOn, row.serviceId])
  const ids = page.items.map((item) => item.serviceId)
  const shown = new Map((await listServiceItems(database, ids, null, timeZone, anybody)).map((item) => [item.id, item]))
  return { ...page, items: page.items.map((item) => ({ ...item, phones: shown.get(item.serviceId)?.phones ?? [] })) }
}
