import { type RawBuilder, sql } from 'kysely'
import { organizationNames, organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import type { ServiceQuery } from '../service-search.ts'
import { answersHere } from './answers-here.ts'
import { thisInstant } from './directory-clock.ts'
import { isWithin } from './service-points.ts'
import { takesPeople } from './shown-intake.ts'

/** One time zone for each clock of the country. */
const clocks = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'America/Puerto_Rico',
  'Pacific/Honolulu',
  'Pacific/Guam',
  'Pacific/Pago_Pago',
]

/**
 * The minutes of the week that these clocks show now, or showed an hour ago before they were set back: an index finds the
 * services that may be open in one of them.
 */
const minutesNow = (zones: string[]) => sql`(
  select range_agg(int4range(minute, minute + 1)) from (
    select minute_of_week((${thisInstant()} - ago) at time zone zone) as minute
    from unnest(${zones}::text[]) as zone, unnest(array[interval '0', interval '1 hour']) as ago) clock)`

/**
 * The filters of a search other than words and place, but for {@link lateFilters}. Requires `s` (service_search).
 */
export function serviceFilters(query: ServiceQuery, timeZone: string) {
  const on = (condition: boolean | undefined, made: () => RawBuilder<unknown>) => (condition ? [made()] : [])
  return [
    ...on(query.category && query.category.length > 0, () => sql`s.term_ids && ${query.category}::uuid[]`),
    ...on(
      query.organizationId !== undefined,
      // Of a merged one, the one that stands for it.
      () =>
        sql`s.organization_id = (select coalesce(o.merged_into, o.id) from ${organizationNames.as('o')} where o.id = ${query.organizationId})`,
    ),
    ...(query.bbox
      ? [sql`exists (select from service_point p where p.service_id = s.service_id and ${isWithin(query.bbox)})`]
      : []),
    ...on(query.language !== undefined, () => sql`s.languages @> array[${query.language?.toLowerCase()}]::text[]`),
    ...on(query.free, () => sql`s.is_free`),
    ...on(query.takesPeople, () => takesPeople(sql.ref('s.service_id'), timeZone)),
    ...on(
      query.age !== undefined,
      () => sql`coalesce(s.minimum_age, 0) <= ${query.age} and coalesce(s.maximum_age, 200) >= ${query.age}`,
    ),
    ...on(
      query.takesReferrals,
      () =>
        sql`exists (select from ${organizationProfiles.as('o')} where o.id = s.organization_id and ${answersHere('o')})`,
    ),
    ...on(query.openNow, () => sql`s.possible_minutes && ${minutesNow([...clocks, timeZone])}`),
  ]
}

/**
 * The filters that take long for each service: they are asked of one after the other in the order of the results, until
 * a page is full. Requires `s` with its `service_id`.
 */
export const lateFilters = (query: ServiceQuery, timeZone: string) =>
  query.openNow ? [sql`is_open_now(s.service_id, ${thisInstant()}, ${timeZone})`] : []
