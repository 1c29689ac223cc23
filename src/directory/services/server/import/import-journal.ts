import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { Counts } from './draft.ts'
import type { EntityName } from './entities.ts'

interface Noted {
  sourceName: string
  /** The run of the screen that can be undone; none from the command line. */
  runId: string | undefined
}

/**
 * From now on, triggers note what this session changes of the directory, so that it can be undone. Without a run, what
 * former runs of the source noted is forgotten: it no longer is how they left it.
 */
export async function startNoting(connection: Database, { sourceName, runId }: Noted) {
  if (!runId) await sql`delete from import_change where source_name = ${sourceName}`.execute(connection)
  await sql`select set_config('hearthline.import_run', ${runId ?? ''}, false),
    set_config('hearthline.import_source', ${sourceName}, false)`.execute(connection)
}

export const stopNoting = (connection: Database) =>
  sql`select set_config('hearthline.import_run', '', false)`.execute(connection)

/**
 * What a run did before it was broken off.
 * @returns its counts by kind of record. Fills `import_added` with the listings that it added.
 */
export async function readJournal(connection: Database, runId: string | undefined) {
  await sql`create temporary table if not exists import_added (id uuid primary key)`.execute(connection)
  await sql`truncate import_added`.execute(connection)
  if (!runId) return []
  await sql`insert into import_added select unnest(ids) from import_change
    where run_id = ${runId} and entity in ('organization', 'service', 'location') and act = 'insert' on conflict do nothing`.execute(
    connection,
  )
  const { rows } = await sql<{ entity: EntityName } & Omit<Counts, 'unchanged'>>`
    with noted as (select distinct entity, act, unnest(ids) as id from import_change where run_id = ${runId}),
    own as (select * from noted n where n.entity <> 'attribute' or exists (select from attribute a where a.id = n.id and a.stated_by = 'source'))
    select entity, count(*) filter (where act = 'insert')::integer as inserted,
      count(*) filter (where act = 'update' and not exists (
        select from own added where added.entity = own.entity and added.id = own.id and added.act = 'insert'))::integer as updated,
      count(*) filter (where act = 'delete')::integer as removed
    from own where entity not in ('taxonomy', 'taxonomy_term') group by entity`.execute(connection)
  return rows
}

/** Adds what was done before the import was broken off; its second part found that as it is. */
export function addJournal(records: Record<EntityName, Counts>, journal: Awaited<ReturnType<typeof readJournal>>) {
  for (const { entity, inserted, updated, removed } of journal) {
    const counts = records[entity]
    counts.inserted += inserted
    counts.updated += updated
    counts.removed += removed
    counts.unchanged = Math.max(0, counts.unchanged - inserted - updated)
  }
}

const KEPT_DAYS = 90

/** Forgets how to undo what is long ago. */
export const tidyJournal = (database: Database) =>
  sql`delete from import_change where changed_on < now() - make_interval(days => ${KEPT_DAYS})`.execute(database)

/** Whether a run has changes that can be undone. @param run its identifier, in SQL */
export const isUndoable = (run: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from import_change c where c.run_id = ${run} and c.undone is null)`
