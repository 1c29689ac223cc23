import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { DEFAULT_RADIUS_MILES, type ServiceQuery } from '../service-search.ts'
import { findZipPoint } from './import/zip-points.ts'
import { findWords, type WordSearch } from './search-words.ts'

export const METRES_PER_MILE = 1609.344

export interface Point {
  latitude: number
  longitude: number
}

/** One service that a search found, and where it stands in the order. */
export interface Found {
  serviceId: string
  keys: (string | number)[]
}

export interface FoundServices {
  found: Found[]
  nextCursor: string | null
  point: Point | null
  correctedText: string | null
}

/** A service's place in the order: by relevance, then distance, then name. Each key rises. */
interface OrderKey {
  name: string
  type: 'integer' | 'text' | 'uuid'
  value: RawBuilder<unknown>
}

const nowThere = (timeZone: string) => sql`(now() at time zone ${timeZone})`

/** The ids of one page of services, in order. */
export async function findServices(database: Database, query: ServiceQuery, timeZone: string): Promise<FoundServices> {
  const point = query.near ? findZipPoint(query.near) : null
  if (query.near && !point) throw fieldProblem('near', 'zip-unknown')
  const words = query.text ? await findWords(database, query.text) : null
  const keys = orderKeys(words, point)
  const after = query.cursor ? readCursor(query.cursor, keys) : null
  const conditions = [
    ...filters(query, timeZone),
    ...(words ? [sql`s.document @@ ${words.query}::tsquery`] : []),
    ...(after ? [isAfter(keys, after)] : []),
  ]
  const { rows } = await sql<{ serviceId: string; keys: (string | number)[] }>`
    ${point ? nearby(point, (query.radius ?? DEFAULT_RADIUS_MILES) * METRES_PER_MILE) : sql``}
    select s.service_id, jsonb_build_array(${sql.join(keys.map((k) => k.value))}) as keys
    from service_search s ${point ? sql`join placed on placed.service_id = s.service_id` : sql``}
    where ${conditions.length ? sql.join(conditions, sql` and `) : sql`true`}
    order by ${sql.join(keys.map((k) => k.value))}
    limit ${query.limit + 1}`.execute(database)
  const found = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? found.at(-1) : undefined
  return {
    found,
    point,
    correctedText: words?.correctedText ?? null,
    nextCursor: last ? Buffer.from(JSON.stringify(last.keys)).toString('base64url') : null,
  }
}

function orderKeys(words: WordSearch | null, point: Point | null): OrderKey[] {
  return [
    ...(words ? [{ name: 'relevance', type: 'integer' as const, value: relevance(words, point !== null) }] : []),
    ...(point ? [{ name: 'distance', type: 'integer' as const, value: sql`placed.metres` }] : []),
    { name: 'name', type: 'text', value: sql`s.sort_name` },
    { name: 'id', type: 'uuid', value: sql`s.service_id` },
  ]
}

/**
 * Smaller is better. Words in the name go before words in the organization, keywords or categories, those before words in
 * the description. Where distance is asked for, that is all, so that distance decides among equals.
 */
function relevance({ query, isWhole }: WordSearch, isCoarse: boolean) {
  const q = sql`${query}::tsquery`
  const fine = sql`(1000 - 1000 * ts_rank(s.document, ${q}, 1))::integer`
  if (!isWhole) return isCoarse ? sql`(10 - 10 * ts_rank(s.document, ${q}, 1))::integer` : fine
  const tier = sql`case when ts_filter(s.document, '{a}') @@ ${q} then 0 when ts_filter(s.document, '{a,b}') @@ ${q} then 1 else 2 end`
  return isCoarse ? sql`(${tier})` : sql`((${tier}) * 1000 + ${fine})`
}

function filters(query: ServiceQuery, timeZone: string) {
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
      () => sql`exists (select from organization o where o.id = s.organization_id and o.takes_referrals)`,
    ),
    ...on(
      query.openNow,
      () => sql`s.possible_minutes @> (((extract(isodow from ${nowThere(timeZone)}) - 1) * 1440 + extract(hour from ${nowThere(timeZone)}) * 60 + extract(minute from ${nowThere(timeZone)}))::integer)
      and is_open_somewhere(s.service_id, ${nowThere(timeZone)})`,
    ),
  ]
}

/** Services with the distance in metres of their nearest place. One that names no place is where its organization is. */
function nearby(point: Point, radius: number) {
  const here = sql`place_point(${point.latitude}::float8, ${point.longitude}::float8)`
  const there = sql`place_point(coalesce(l.latitude, l.zip_latitude), coalesce(l.longitude, l.zip_longitude))`
  return sql`
    with nearby as materialized (
      select l.id, l.organization_id, (${there} <-> ${here})::integer as metres from location l
      where ${there} <@ cube_enlarge(${here}, ${radius}::float8, 3) and (${there} <-> ${here}) <= ${radius}::float8 and l.location_type <> 'virtual'
    ), placed as materialized (
      select service_id, min(metres) as metres from (
        select p.service_id, n.metres from nearby n join service_at_location p on p.location_id = n.id
        union all
        select x.service_id, n.metres from nearby n join service_search x on x.organization_id = n.organization_id and not x.has_own_place
      ) every_place group by service_id
    )`
}

const isAfter = (keys: OrderKey[], after: (string | number)[]) =>
  sql`(${sql.join(keys.map((k) => k.value))}) > (${sql.join(keys.map((k, i) => sql`${after[i]}::${sql.raw(k.type)}`))})`

function readCursor(cursor: string, keys: OrderKey[]): (string | number)[] {
  const shapes = {
    integer: z.number().int().min(-2147483648).max(2147483647),
    // PostgreSQL takes no NUL.
    text: z
      .string()
      .max(400)
      .refine((v) => !v.includes('\0')),
    uuid: z.uuid(),
  }
  try {
    const given = z
      .array(z.unknown())
      .length(keys.length)
      .parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return keys.map((key, i) => shapes[key.type].parse(given[i]))
  } catch {
    throw fieldProblem('cursor', 'cursor-invalid')
  }
}
