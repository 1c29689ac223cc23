import { type RawBuilder, sql } from 'kysely'
import { openNeeds } from '#casework/referrals/server/referrals-public.ts'
import { referralFacts } from '#casework/reports/server/reports-public.ts'
import { zipPlaces } from '#directory/places/server/places-public.ts'
import { emptySearches } from '#directory/search-counts/server/search-counts-public.ts'
import { personRecord } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { UnmetKind } from '../unmet-need.ts'

export interface UnmetCount {
  kind: UnmetKind
  quarter: string
  /** null: no known place */
  county: string | null
  /** one of both: a county's counts by needs, and the same by ZIP codes */
  need: string | null
  zip: string | null
  count: number
}

interface Period {
  /** in the portal's time zone; the last day is not included */
  start: string
  end: string
  timeZone: string
}

/** Open needs that were recorded in a period. */
const needsOf = ({ start, end, timeZone }: Period) => sql`(
  select request.id, request.organization_id, request.contact_id, need, (created_on at time zone ${timeZone})::date as day
  from ${openNeeds.as('request')}
  where created_on >= ${start}::date::timestamp at time zone ${timeZone} and created_on < ${end}::date::timestamp at time zone ${timeZone})`
/** Referrals that were sent in a period and ended because the recipient had no capacity or no funds. */
const endedOf = ({ start, end }: Period) => sql`(
  select case reason when 'no funds' then 'noFunds' else 'noCapacity' end as kind, need, sent_day as day, zip, sender_id, recipient_id,
    recipient_sees_person
  from ${referralFacts.as('fact')}
  where sent_day >= ${start} and sent_day < ${end} and status_class in ('declined', 'unresolved')
    and reason in ('no capacity', 'no funds'))`
const zipOf = (text: RawBuilder<unknown>) => sql`substring(${text} from '^\\s*(\\d{5})')`

/**
 * Rows of kind, need, day and ZIP code, counted by counties and needs, and by counties and ZIP codes.
 *
 * @param need null: all
 */
async function countRows(database: Database, unmet: RawBuilder<unknown>, need: string | null = null) {
  const quarter = sql`to_char(day, 'YYYY"-Q"Q')`
  const { rows } = await sql<UnmetCount>`
    select kind, ${quarter} as quarter, place.county_fips as county, need, place.zip, count(*)::integer as count
    from (${unmet}) unmet left join ${zipPlaces.as('place')} on place.zip = unmet.zip and place.county_fips is not null
    where ${need}::text is null or need = ${need}
    group by grouping sets ((kind, ${quarter}, place.county_fips, need), (kind, ${quarter}, place.county_fips, place.zip))`.execute(
    database,
  )
  return rows
}

/**
 * An organization's own: open needs that it recorded or is asked to meet, and referrals that it sent or received. Where
 * it may not know the person of a received one any more, it has no place.
 *
 * @param need null: all
 */
export function countOwn(database: Database, period: Period, organizationId: string, need: string | null = null) {
  const own = sql`${organizationId}::uuid`
  const asked = sql`(
    select distinct on (request_id) request_id, case when recipient_sees_person then zip end as zip from ${referralFacts.as('fact')}
    where recipient_id = ${own} and sender_id <> ${own} and not is_held and status_class in ('waiting', 'seen', 'open')
    order by request_id, recipient_sees_person desc)`
  return countRows(
    database,
    sql`
      select 'open' as kind, need, day, ${zipOf(sql`person.postal_code`)} as zip
      from ${needsOf(period)} request join ${personRecord.as('person')} on person.id = request.contact_id
      where request.organization_id = ${own}
      union all
      select 'open', need, day, asked.zip from ${needsOf(period)} request join ${asked} asked on asked.request_id = request.id
      where request.organization_id <> ${own}
      union all
      select kind, need, day, case when sender_id = ${own} or recipient_sees_person then zip end from ${endedOf(period)} ended
      where ${own} in (sender_id, recipient_id)`,
    need,
  )
}

/**
 * Open needs that are nobody's own but others': without what an organization recorded, and without what it was ever asked,
 * because it knows of that.
 *
 * @param organizationId null: of all organizations
 */
export function countOpenOfOthers(database: Database, period: Period, organizationId: string | null) {
  const own = sql`${organizationId}::uuid`
  return countRows(
    database,
    sql`
      select 'open' as kind, need, day, ${zipOf(sql`person.postal_code`)} as zip
      from ${needsOf(period)} request join ${personRecord.as('person')} on person.id = request.contact_id
      where ${own} is null or (request.organization_id <> ${own} and not exists (
        select from ${referralFacts.as('asked')} where asked.request_id = request.id and recipient_id = ${own} and not is_held))`,
  )
}

export interface EmptySearches {
  quarter: string
  /** the first three digits of the ZIP code; null: no place */
  zipArea: string | null
  count: number
}

/** Counts searches of the directory that found nothing. The end is not included. */
export async function countEmptySearches(database: Database, { start, end }: { start: string; end: string }) {
  const { rows } = await sql<EmptySearches>`
    select to_char(day, 'YYYY"-Q"Q') as quarter, zip_area, sum(nothing)::integer as count
    from ${emptySearches.as('search')} where day >= ${start} and day < ${end} group by 1, 2`.execute(database)
  return rows
}
