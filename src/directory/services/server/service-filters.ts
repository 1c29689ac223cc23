import { type RawBuilder, sql } from 'kysely'
import { organizationNames, organizationProfiles } from '#identity/organizations/server/organizations-public.ts'
import type { ServiceQuery } from '../service-search.ts'
import { answersHere } from './answers-here.ts'
import { thisInstant } from './directory-clock.ts'
import { isWithin } from './service-points.ts'
import { takesPeople } from './shown-intake.ts'

/**
 * Whether services with this kind of hours are open now, by the hours, dates and clocks of their places. The kinds that are
 * open are found once for a statement; "is true" keeps PostgreSQL from joining them.
 */
export const isOpenNow = (kind: RawBuilder<unknown>, timeZone: string) =>
  sql`(${kind} in (select open_kind from open_hours_kinds(${thisInstant()}, ${timeZone}) open_kind)) is true`

/** The filters of a search other than words and place. Requires `s` (service_search). */
export function serviceFilters(query: ServiceQuery, timeZone: string) {
  const on = (condition: boolean | undefined, made: () => RawBuilder<unknown>) => (condition ? [made()] : [])
  return [
    ...on(query.category && query.category.length > 0, () => sql`s.term_ids && ${query.category}::uuid[]`),
    ...on(
      query.organizationId !== undefined,
      // Of a merged one, the one into which it was merged.
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
    ...on(query.openNow, () => isOpenNow(sql.ref('s.hours_kind'), timeZone)),
  ]
}
