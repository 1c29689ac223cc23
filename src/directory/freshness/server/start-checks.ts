import { sql } from 'kysely'
import { listedServices } from '#directory/services/server/directory-public.ts'
import { organizationsWithAdmin } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { todayIn } from '#platform/server/today-in.ts'
import { IMPORTANT_REFERRALS } from '../listing-check.ts'

/** The services with at least so many referrals within a year, most first. */
export type ListBusyServices = (database: Database, least: number) => Promise<{ serviceId: string; count: number }[]>

/** A mail names so many services at most; the next ones come when these are done. */
export const MOST_OF_MAIL = 10
/** The maximum number of services whose checks begin in one night, the most important first. */
const MOST_A_NIGHT = 2000

export type CheckProduct = Pick<Config, 'productName' | 'publicUrl' | 'timeZone' | 'listings'>

/** Ends what was confirmed since it began, and what is no longer in the directory. */
export const endFinished = (database: Database, { timeZone }: Pick<CheckProduct, 'timeZone'>) =>
  sql`delete from listing_check c where not exists (
    select from ${listedServices} listed where listed.id = c.service_id
      and (listed.assured_date is null or listed.assured_date < (c.started_on at time zone ${timeZone})::date))`.execute(
    database,
  )

/**
 * Begins with the services whose confirmation is too long ago, or that were never confirmed since they came. Those of an
 * organization with an admin are asked about by mail, ten at a time; all others go to the work list.
 */
export async function startChecks(
  database: Database,
  { timeZone, listings: { checkDays, importantCheckDays, reminderDays } }: CheckProduct,
  listBusy: ListBusyServices,
) {
  const busy = await listBusy(database, IMPORTANT_REFERRALS)
  const today = todayIn(timeZone)
  await sql`
    with due as (
      select listed.id, listed.organization_id, listed.assured_date, coalesce(busy.count, 0) as importance,
        listed.organization_id in (${organizationsWithAdmin}) as is_managed
      from ${listedServices} listed
      left join unnest(${busy.map(({ serviceId }) => serviceId)}::uuid[], ${busy.map(({ count }) => count)}::integer[]) as busy (id, count)
        on busy.id = listed.id
      where not exists (select from listing_check c where c.service_id = listed.id)
        and case when listed.assured_date is null then listed.created_on < now() - make_interval(days => ${reminderDays}::integer)
          else listed.assured_date < ${today} - case when busy.id is null then ${checkDays}::integer else least(${checkDays}, ${importantCheckDays})::integer end end
    ), placed as (
      select due.*, row_number() over (partition by organization_id order by importance desc, assured_date nulls first, id) as place from due)
    insert into listing_check (service_id, organization_id, importance, next_on)
    select id, organization_id, importance, case when is_managed then ${today} end from placed
    where not is_managed or place <= ${MOST_OF_MAIL} and not exists (
      select from listing_check c where c.organization_id = placed.organization_id and c.next_on is not null)
    order by importance desc, assured_date nulls first, id limit ${MOST_A_NIGHT}
    on conflict do nothing`.execute(database)
}
