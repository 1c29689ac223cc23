import { sql } from 'kysely'
import { guessTerms, type Lexicon } from '#directory/taxonomy/guess-terms.ts'
import { loadLexicon } from '#directory/taxonomy/server/taxonomy-public.ts'
import type { Database } from '#platform/server/database.ts'
import { listInCell } from './clean-text.ts'
import { importedId } from './draft.ts'
import type { InBatch } from './import-row.ts'

const BATCH = 500
const NONE = '00000000-0000-0000-0000-000000000000'

interface ServiceRow {
  id: string
  name: string
  keywords: string | null
  description: string | null
  ownTerms: string[]
  isSaid: boolean
}

/**
 * The next services of this import; those that their organization has changed are left alone. The limit comes before all
 * joins, and what was seen is looked up for each: otherwise, every slice would read everything after it.
 */
const findServices = async (database: Database, sourceName: string, after: string) =>
  (
    await sql<ServiceRow>`
      with slice as materialized (
        select s.id, s.name, s.alternate_name, s.keywords, s.description from service s
        where s.source_name = ${sourceName} and s.edited_on is null and s.id > ${after}::uuid
          and (select true from import_seen seen where seen.id = s.id)
        order by s.id limit ${BATCH})
      select s.id, concat_ws(' – ', s.name, s.alternate_name) as name, s.keywords, s.description,
        coalesce(array_agg(t.name) filter (where t.source_name is distinct from 'open-eligibility'), '{}') as own_terms,
        coalesce(bool_or(t.source_name = 'open-eligibility'), false) as is_said
      from slice s
      left join attribute a on a.service_id = s.id and a.stated_by = 'source'
      left join taxonomy_term t on t.id = a.taxonomy_term_id
      group by s.id, s.name, s.alternate_name, s.keywords, s.description order by s.id`.execute(database)
  ).rows

const keywordsOf = (service: ServiceRow) => [
  ...(service.keywords ?? '').split('\n').flatMap(listInCell),
  ...service.ownTerms.filter((name) => name),
]

/** A source that states categories of the shared taxonomy knows better. */
const guessesOf = (lexicon: Lexicon, service: ServiceRow) =>
  service.isSaid
    ? []
    : guessTerms(lexicon, {
        name: service.name,
        keywords: keywordsOf(service),
        description: service.description ?? '',
      })

/**
 * Guesses the categories of an import's services from their own words. What a person confirmed stays.
 * @returns how many services have a guessed category
 */
export async function guessCategories(connection: Database, inBatch: InBatch, sourceName: string): Promise<number> {
  const lexicon = await loadLexicon()
  let count = 0
  for (let after = NONE; ; ) {
    const services = await findServices(connection, sourceName, after)
    const last = services.at(-1)
    if (!last) return count
    after = last.id
    const rows = services.flatMap((service) =>
      guessesOf(lexicon, service).map(({ code, because }) => ({
        id: importedId(sourceName, 'guess', `${service.id} ${code}`),
        service_id: service.id,
        taxonomy_term_id: importedId('open-eligibility', 'taxonomy_term', code),
        because,
      })),
    )
    count += new Set(rows.map((row) => row.service_id)).size
    await inBatch((database) =>
      writeGuesses(
        database,
        services.map(({ id }) => id),
        rows,
      ),
    )
  }
}

async function writeGuesses(database: Database, serviceIds: string[], rows: { id: string }[]) {
  await sql`delete from attribute where service_id = any (${serviceIds}::uuid[]) and stated_by = 'guess'
    and not (id = any (${rows.map(({ id }) => id)}::uuid[]))`.execute(database)
  await sql`
    insert into attribute (id, service_id, taxonomy_term_id, stated_by, because)
    select r.id, r.service_id, coalesce(t.merged_into, t.id), 'guess', r.because
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, service_id uuid, taxonomy_term_id uuid, because text)
    join taxonomy_term t on t.id = r.taxonomy_term_id and (t.retired_on is null or t.merged_into is not null)
    on conflict (id) do update set because = excluded.because, taxonomy_term_id = excluded.taxonomy_term_id
    where attribute.stated_by = 'guess' and (attribute.because, attribute.taxonomy_term_id) is distinct from (excluded.because, excluded.taxonomy_term_id)`.execute(
    database,
  )
}
