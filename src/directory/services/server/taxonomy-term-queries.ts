import { sql } from 'kysely'
import type { Need } from '#directory/needs/need.ts'
import type { Database } from '#platform/server/database.ts'
import type { TermNode } from '../service-search.ts'

/** The need of a category, or of the next one above that has one. @param term its alias */
export const needOfTerm = (term: string) => sql`(
  select n.need from taxonomy_term n where n.id = any (${sql.ref(`${term}.pathIds`)}) and n.need is not null
  order by cardinality(n.path_ids) desc limit 1)`

/** The categories of a need: those that say it, and those below that say no other one. */
export const listCategoriesOf = async (database: Database, need: Need) =>
  (
    await sql<{ id: string }>`
      select t.id from taxonomy_term t where t.retired_on is null and ${needOfTerm('t')} = ${need}`.execute(database)
  ).rows.map(({ id }) => id)

/** No service has it. */
const NO_CATEGORY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The category into which this one was merged; undefined if it was not. */
export const findMergedTerm = async (database: Database, id: string): Promise<string | undefined> =>
  (await database.selectFrom('taxonomyTerm').select('mergedInto').where('id', '=', id).executeTakeFirst())
    ?.mergedInto ?? undefined

/** A search by its categories, of a merged one by the other one; a search that names only a need is for all of its categories. */
export async function withCategories<Query extends { need?: Need | undefined; category?: string[] | undefined }>(
  database: Database,
  { need, ...query }: Query,
) {
  if (query.category?.length) {
    const standing = query.category.map(async (id) => (await findMergedTerm(database, id)) ?? id)
    return { ...query, category: [...new Set(await Promise.all(standing))] }
  }
  if (!need) return query
  const category = await listCategoriesOf(database, need)
  return { ...query, category: category.length ? category : [NO_CATEGORY] }
}

/** The categories of a service, each name once, as JSON. Requires `s` (service). */
export const categoriesOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'nameEs', c.name_es, 'need', c.need, 'guessedFrom', c.guessed_from)
    order by c.name), '[]') from (
    select distinct on (t.name) t.id, t.name, t.name_es, ${needOfTerm('t')} as need, case when b.stated_by = 'guess' then b.because end as guessed_from
    from attribute b join taxonomy_term t on t.id = b.taxonomy_term_id
    where b.service_id = s.id order by t.name, b.stated_by = 'guess', t.id) c)`

/**
 * All categories that are not retired, the number of services in them and below, parents before children. The counts
 * are stored, not computed.
 */
export async function listTerms(database: Database): Promise<TermNode[]> {
  const { rows } = await sql<TermNode>`
    select t.id, t.parent_id, t.name, t.name_es, cardinality(t.path_ids) as level, coalesce(c.service_count, 0) as service_count
    from taxonomy_term t left join taxonomy_term_count c on c.taxonomy_term_id = t.id
    where t.retired_on is null
    order by (select string_agg(coalesce(u.code, u.name), ' ' order by cardinality(u.path_ids)) from taxonomy_term u where u.id = any (t.path_ids)), t.id`.execute(
    database,
  )
  return rows
}

/** Those of these categories that are offered. None of them is retired or merged until the transaction ends. */
export async function listTermIds(database: Database, ids: string[]) {
  const rows = await database
    .selectFrom('taxonomyTerm')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('retiredOn', 'is', null)
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id as string))
}

/** Every name of the portal's own categories, and every synonym: words that say something about services, and nobody. */
export async function listDirectoryPhrases(database: Database): Promise<string[]> {
  const { rows } = await sql<{ phrase: string }>`
    select phrase from search_synonym
    union
    select unnest(array[name, name_es]) from taxonomy_term
    where source_name is null or source_name = 'open-eligibility' or edited_on is not null`.execute(database)
  return rows.flatMap(({ phrase }) => phrase ?? [])
}

/** The names of these categories, by id; of one that was merged, those of the other one. */
export async function categoriesByIds(database: Database, ids: string[]) {
  const { rows } = await sql<{ asked: string; id: string; name: string; nameEs: string | null }>`
    select t.id as asked, coalesce(m.id, t.id) as id, coalesce(m.name, t.name) as name, case when m.id is null then t.name_es else m.name_es end as name_es
    from taxonomy_term t left join taxonomy_term m on m.id = t.merged_into where t.id = any (${ids}::uuid[])`.execute(
    database,
  )
  return new Map(rows.map(({ asked, ...category }) => [asked, category]))
}
