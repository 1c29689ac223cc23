import { type RawBuilder, sql } from 'kysely'
import type { ServiceQuery } from '../service-search.ts'
import { answersHere } from './answers-here.ts'

const nowThere = (timeZone: string) => sql`(now() at time zone ${timeZone})`

/** The filters of a search other than words and place. Requires `s` (service_search). */
export function serviceFilters(query: ServiceQuery, timeZone: string) {
  const on = (condition: boolean | undefined, made: () => RawBuilder<unknown>) => (condition ? [made()] : [])
  return [
    ...on(query.category && query.category.length > 0, () => sql`s.term_ids && ${query.category}::uuid[]`),
    ...on(query.organizationId !== undefined, () => sql`s.organization_id = ${query.organizationId}`),
    ...on(query.language !== undefined, () => sql`s.languages @> array[${query.language?.toLowerCase()}]::text[]`),
    ...on(query.free, () => sql`s.is_free`),
    ...on(
      query.age !== undefined,
      () => sql`coalesce(s.minimum_age, 0) <= ${query.age} and coalesce(s.maximum_age, 200) >= ${query.age}`,
    ),
    ...on(
      query.takesReferrals,
      () => sql`exists (select from organization o where o.id = s.organization_id and ${answersHere('o')})`,
    ),
    ...on(
      query.openNow,
      () => sql`s.possible_minutes @> (((extract(isodow from ${nowThere(timeZone)}) - 1) * 1440 + extract(hour from ${nowThere(timeZone)}) * 60 + extract(minute from ${nowThere(timeZone)}))::integer)
      and is_open_somewhere(s.service_id, ${nowThere(timeZone)})`,
    ),
  ]
}
