import { type RawBuilder, sql } from 'kysely'
import { findZip, type Here } from '#directory/places/server/places-public.ts'
import type { Database } from '#platform/server/database.ts'
import { wordReader } from './search-words.ts'
import { anybody, shownAddresses, shownLocations } from './shown-place.ts'

/** What the published lists can be searched by; which list knows which one is its contract. */
export interface HsdsFilters {
  search?: string | undefined
  taxonomyTermId?: string | undefined
  taxonomyId?: string | undefined
  organizationId?: string | undefined
  modifiedAfter?: string | undefined
  topOnly?: boolean | undefined
  parentId?: string | undefined
  postcode?: string | undefined
  /** Meters from the middle of the postcode. */
  proximity?: number | undefined
}
type Condition = RawBuilder<unknown>

const given = <Value>(value: Value | undefined, made: (value: Value) => Condition): Condition[] =>
  value === undefined ? [] : [made(value)]

const inTaxonomy = (id: string) => sql`array(select t.id from taxonomy_term t where t.taxonomy_id = ${id})`

/** Whether the service states a category that this holds of (`c`): the filters of the search know guesses too. */
const states = (condition: Condition) => sql`exists (
  select from attribute b join taxonomy_term c on c.id = b.taxonomy_term_id
  where b.service_id = listed.service_id and b.stated_by <> 'guess' and ${condition})`

/** By category, with those below it; guesses are not published. Requires `listed` (service_search). */
const byTerms = ({ taxonomyTermId, taxonomyId }: HsdsFilters) => [
  ...given(
    taxonomyTermId,
    (id) => sql`listed.term_ids @> array[${id}]::uuid[] and ${states(sql`${id}::uuid = any (c.path_ids)`)}`,
  ),
  ...given(
    taxonomyId,
    (id) => sql`listed.term_ids && ${inTaxonomy(id)} and ${states(sql`c.path_ids && ${inTaxonomy(id)}`)}`,
  ),
]

/** Requires `listed` (service_search). */
export async function serviceConditions(database: Database, filters: HsdsFilters): Promise<Condition[]> {
  const words = filters.search === undefined ? undefined : await wordReader(database, filters.search)(false)
  return [
    // Only records with all the words: a caller must not get others.
    ...given(words, (found) => (found?.isWhole ? sql`listed.document @@ ${found.query}::tsquery` : sql`false`)),
    ...byTerms(filters),
    ...given(filters.organizationId, (id) => sql`listed.organization_id = ${id}`),
    ...given(
      filters.modifiedAfter,
      (time) =>
        sql`listed.service_id in (select m.service_id from service_modification m where m.modified_on >= ${time}::timestamptz)`,
    ),
  ]
}

/** Requires `listed` (service_search) and `at` (service_at_location). */
export async function atLocationConditions(database: Database, filters: HsdsFilters): Promise<Condition[]> {
  const { postcode, proximity } = filters
  const here = postcode === undefined ? null : await findZip(database, postcode)
  const place =
    postcode === undefined
      ? []
      : [here ? (proximity === undefined ? inZip(here, postcode) : within(here, proximity)) : sql`false`]
  return [...(await serviceConditions(database, filters)), ...place]
}

/** A service that says where it helps must help there; of the others, the place must lie there. */
const inZip = (here: Here, postcode: string) => sql`exists (
  select from service_reach r where r.service_id = listed.service_id and case when r.area_basis = 'said' then r.area_keys && ${here.keys}::text[]
    else at.location_id in (select a.location_id from ${shownAddresses(anybody)} a where left(trim(a.postal_code), 5) = ${postcode})
      or at.location_id in (select l.id from ${shownLocations(anybody)} l where l.area_key = any (${here.keys})) end)`

function within({ latitude, longitude }: Here, proximity: number) {
  const here = sql`place_point(${latitude}::float8, ${longitude}::float8)`
  const there = sql`place_point(p.shown_latitude, p.shown_longitude)`
  return sql`at.location_id in (select p.id from location p
    where ${there} <@ cube_enlarge(${here}, ${proximity}::float8, 3) and ${there} <-> ${here} <= ${proximity}::float8)`
}

/** Requires `o` (organization). */
export const organizationConditions = (filters: HsdsFilters): Condition[] => {
  const terms = byTerms(filters)
  return [
    sql`o.standing in ('listed', 'verified')`,
    ...given(
      filters.search,
      (text) =>
        sql`to_tsvector('directory', coalesce(o.name, '') || ' ' || coalesce(o.alternate_name, '') || ' ' || coalesce(o.description, '')) @@ plainto_tsquery('directory', ${text})`,
    ),
    ...(terms.length
      ? [sql`o.id in (select listed.organization_id from service_search listed where ${sql.join(terms, sql` and `)})`]
      : []),
  ]
}

const inWords = (alias: 'x' | 't', text: string) =>
  sql`to_tsvector('directory', ${sql.ref(`${alias}.name`)} || ' ' || coalesce(${sql.ref(`${alias}.description`)}, '')) @@ plainto_tsquery('directory', ${text})`

/** Requires `x` (taxonomy). */
export const taxonomyConditions = ({ search }: HsdsFilters) => given(search, (text) => inWords('x', text))

/** A category that is no longer offered is published as long as a published service names it. Requires `t`. */
const isOffered = sql`(t.retired_on is null or exists (
  select from attribute b join service_search listed on listed.service_id = b.service_id
  where b.taxonomy_term_id = t.id and b.stated_by <> 'guess'))`

/** Requires `t` (taxonomy_term). */
export const termConditions = ({ search, taxonomyId, topOnly, parentId }: HsdsFilters) => [
  isOffered,
  ...given(search, (text) => inWords('t', text)),
  ...given(taxonomyId, (id) => sql`t.taxonomy_id = ${id}`),
  ...given(parentId, (id) => sql`t.parent_id = ${id}`),
  ...(topOnly ? [sql`t.parent_id is null`] : []),
]

/** @returns the first filter that names something that the directory does not have; null if there is none */
export async function findUnknownFilter(
  database: Database,
  filters: HsdsFilters,
): Promise<'taxonomyTermId' | 'taxonomyId' | 'parentId' | 'postcode' | null> {
  const { taxonomyTermId, taxonomyId, parentId, postcode } = filters
  const hasTerm = async (id: string) =>
    Boolean(await database.selectFrom('taxonomyTerm').select('id').where('id', '=', id).executeTakeFirst())
  const hasTaxonomy = async (id: string) =>
    Boolean(await database.selectFrom('taxonomy').select('id').where('id', '=', id).executeTakeFirst())
  if (taxonomyTermId !== undefined && !(await hasTerm(taxonomyTermId))) return 'taxonomyTermId'
  if (taxonomyId !== undefined && !(await hasTaxonomy(taxonomyId))) return 'taxonomyId'
  if (parentId !== undefined && !(await hasTerm(parentId))) return 'parentId'
  if (postcode !== undefined && !(await findZip(database, postcode))) return 'postcode'
  return null
}
