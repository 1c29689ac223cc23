import { sql } from 'kysely'
import type { Need } from '#directory/needs/need.ts'
import type { Database } from '#platform/server/database.ts'
import { addJob } from '#platform/server/jobs.ts'
import { refreshSearchTask } from './refresh-search.ts'

export const languages = ['en', 'es'] as const
/** A category as it is edited. Its names are not among the synonyms here. */
export interface CategoryDocument {
  id: string
  parentId: string | null
  name: string
  nameEs: string | null
  need: Need | null
  synonymsEn: string[]
  synonymsEs: string[]
  version: number
  retiredOn: string | null
  mergedInto: string | null
  /** Listed services in it and below. */
  serviceCount: number
}
export type CategoryFields = Pick<
  CategoryDocument,
  'parentId' | 'name' | 'nameEs' | 'need' | 'synonymsEn' | 'synonymsEs'
>

const synonymsIn = (language: (typeof languages)[number]) => sql`coalesce((
  select array_agg(s.phrase order by lower(s.phrase)) from search_synonym s
  where s.taxonomy_term_id = t.id and s.language = ${language} and not s.is_name), '{}')`

const document = sql`
  select t.id, t.parent_id, t.name, t.name_es, t.need, ${synonymsIn('en')} as synonyms_en, ${synonymsIn('es')} as synonyms_es,
    t.version, t.retired_on, t.merged_into, coalesce(c.service_count, 0) as service_count
  from taxonomy_term t left join taxonomy_term_count c on c.taxonomy_term_id = t.id`

/** All categories, the retired ones too, parents before those below. */
export async function listCategories(database: Database): Promise<CategoryDocument[]> {
  const { rows } = await sql<CategoryDocument>`
    ${document} order by cardinality(t.path_ids), coalesce(t.code, ''), lower(t.name), t.id`.execute(database)
  return rows
}

export async function findCategory(database: Database, id: string): Promise<CategoryDocument | undefined> {
  const { rows } = await sql<CategoryDocument>`${document} where t.id = ${id}`.execute(database)
  return rows[0]
}

/**
 * Serializes changes of the categories until the transaction ends: two moves could make a circle. No listing gets one of
 * these meanwhile.
 */
export async function lockCategories(database: Database, ids: string[] = []) {
  await sql`select pg_advisory_xact_lock(hashtextextended('categories', 0))`.execute(database)
  await sql`select from taxonomy_term where id = any (${ids}::uuid[]) order by id for update`.execute(database)
}

/**
 * Lets nobody change categories until the transaction ends. A transaction that writes many listings takes this lock before
 * all others, as a change of categories does: neither can then wait for the other with a lock that the other needs.
 */
export const keepCategories = (database: Database) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('categories', 0))`.execute(database)

/** Whether a category stands below another, or is that one. */
export async function isWithinCategory(database: Database, id: string, above: string) {
  const { rows } = await sql<{ isWithin: boolean }>`
    select exists (select from taxonomy_term where id = ${id} and ${above}::uuid = any (path_ids)) as is_within`.execute(
    database,
  )
  return rows[0]?.isWithin === true
}

/** Whether services have this category itself, listed or not. */
export async function isCategoryUsed(database: Database, id: string) {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from attribute where taxonomy_term_id = ${id}) as is_used`.execute(database)
  return rows[0]?.isUsed === true
}

/** Whether categories that are not retired stand directly below. */
export async function hasCategoriesBelow(database: Database, id: string) {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from taxonomy_term where parent_id = ${id} and retired_on is null) as has`.execute(database)
  return rows[0]?.has === true
}

/** Up to this many services are found by a change of their category as soon as it is saved; more, some seconds later. */
export const SERVICES_AT_ONCE = 500

/** Lets a job make the search rows of this transaction's changes, if there are many. */
async function refreshLater(database: Database, count: number) {
  if (count <= SERVICES_AT_ONCE) return
  await sql`select set_config('hearthline.search_later', 'on', true)`.execute(database)
  await addJob(database, refreshSearchTask, {})
}

export async function insertCategory(database: Database, { synonymsEn, synonymsEs, ...fields }: CategoryFields) {
  const { id } = await database
    .insertInto('taxonomyTerm')
    .values({ ...fields, editedOn: sql`now()` } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeSynonyms(database, id as string, { ...fields, synonymsEn, synonymsEs })
  return id as string
}

/** Writes all fields of a category, and raises its version. */
export async function writeCategory(
  database: Database,
  { id, serviceCount }: CategoryDocument,
  fields: CategoryFields,
) {
  const { name, nameEs, parentId, need } = fields
  await refreshLater(database, serviceCount)
  await database
    .updateTable('taxonomyTerm')
    .set({ name, nameEs, parentId, need, editedOn: sql`now()`, version: sql`version + 1` } as never)
    .where('id', '=', id)
    .execute()
  await writeSynonyms(database, id, fields)
}

/**
 * Replaces the synonyms of a category. They mean the same as its names, so that a search for any of them finds what has
 * one of the others in its words: the names of its categories are among the words of a service.
 */
async function writeSynonyms(database: Database, id: string, fields: Omit<CategoryFields, 'parentId' | 'need'>) {
  const names = { en: fields.name, es: fields.nameEs }
  const synonyms = { en: fields.synonymsEn, es: fields.synonymsEs }
  const rows = languages.flatMap((language) => {
    const name = names[language]
    const others = synonyms[language].filter((phrase) => phrase !== name)
    return [
      ...(name ? [{ language, phrase: name, is_name: true }] : []),
      ...others.map((phrase) => ({ language, phrase, is_name: false })),
    ]
  })
  await sql`delete from search_synonym where taxonomy_term_id = ${id}`.execute(database)
  // A single name has nothing to be the same as.
  if (rows.length < 2) return
  await sql`
    insert into search_synonym (meaning, taxonomy_term_id, language, phrase, is_name)
    select ${id}, ${id}::uuid, r.language, r.phrase, r.is_name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (language text, phrase text, is_name boolean)`.execute(
    database,
  )
}

/** No longer offers a category, or offers it again. */
export const retireCategory = (database: Database, id: string, isRetired: boolean) =>
  database
    .updateTable('taxonomyTerm')
    .set({
      retiredOn: isRetired ? sql`now()` : null,
      ...{ editedOn: sql`now()`, version: sql`version + 1` },
    } as never)
    .where('id', '=', id)
    .execute()

/**
 * Moves the listings, the categories below and the words of one category into another, and retires it. Imports put into
 * the other one what they would have put into this one.
 * @returns how many listings were moved
 */
export async function mergeCategory(database: Database, from: CategoryDocument, into: CategoryDocument) {
  await refreshLater(database, from.serviceCount)
  const moved =
    await sql`update attribute set taxonomy_term_id = ${into.id} where taxonomy_term_id = ${from.id}`.execute(database)
  await sql`update taxonomy_term set parent_id = ${into.id} where parent_id = ${from.id}`.execute(database)
  await sql`
    update taxonomy_term set merged_into = ${into.id}, retired_on = coalesce(retired_on, now()), edited_on = now(), version = version + 1
    where id = ${from.id} or merged_into = ${from.id}`.execute(database)
  await writeSynonyms(database, from.id, { name: '', nameEs: null, synonymsEn: [], synonymsEs: [] })
  const both = (mine: string[], ...theirs: (string | null)[]) => [
    ...new Set([...mine, ...theirs.filter((phrase) => phrase !== null)]),
  ]
  await writeCategory(database, into, {
    ...into,
    synonymsEn: both(into.synonymsEn, ...from.synonymsEn, from.name),
    synonymsEs: both(into.synonymsEs, ...from.synonymsEs, from.nameEs),
  })
  return Number(moved.numAffectedRows ?? 0)
}
