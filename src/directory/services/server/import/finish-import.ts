import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import { recountListed } from '../listed-counts.ts'
import { readNewAreas } from '../read-new-areas.ts'
import { refreshSearch } from '../refresh-search.ts'
import { lookForDuplicates } from './after-import.ts'
import type { Counts } from './draft.ts'
import { isPartEdited, isRowOfNamed } from './edited-fields.ts'
import { type EntityName, entities, entityNames } from './entities.ts'
import { guessCategories } from './guess-categories.ts'
import { stopNoting } from './import-journal.ts'
import type { InBatch } from './import-row.ts'
import { PartChanges } from './part-changes.ts'
import { belongsToSeen } from './removals.ts'

/**
 * Finishes an import: deletes parts that the source no longer contains, guesses categories, reads areas, and
 * rebuilds the search rows.
 * @returns how many services have a guessed category
 */
export async function finishImport(
  connection: Database,
  inBatch: InBatch,
  given: {
    sourceName: string
    covered: Set<EntityName>
    isPartial: boolean
    counts: Record<EntityName, Counts>
    isDryRun: boolean
  },
) {
  for (const entity of [...entityNames].reverse()) {
    if (!entities[entity].isPart || !given.covered.has(entity)) continue
    given.counts[entity].removed += await inBatch((database) => removeUnseen(database, entity, given))
  }
  await inBatch(followMerges)
  const guessed = await guessCategories(connection, inBatch, given.sourceName)
  // Nobody searches in what is rolled back.
  if (given.isDryRun) return guessed
  await stopNoting(connection)
  // Before the rows of the search, which hold them too: they are written once.
  await readNewAreas(connection)
  await finishSearch(connection)
  await lookForDuplicates(connection)
  return guessed
}

/** Gives the listings of categories that were merged during this import to those that they were merged into. */
const followMerges = (database: Database) =>
  sql`update attribute a set taxonomy_term_id = t.merged_into from taxonomy_term t
    where t.id = a.taxonomy_term_id and t.merged_into is not null`.execute(database)

/** Parts of a service or location that its organization has changed since are kept. */
async function removeUnseen(
  database: Database,
  entity: EntityName,
  { sourceName, isPartial }: { sourceName: string; isPartial: boolean },
): Promise<number> {
  const kept = Object.entries(entities[entity].references).flatMap(([column, target]) => {
    const edited = isPartEdited(entity, target, 'o')
    return edited
      ? [
          sql`and not exists (select from ${sql.table(target)} o where o.id = ${sql.ref(`t.${column}`)} and ${isRowOfNamed(entity, column)} and ${edited})`,
        ]
      : []
  })
  const gone = sql`t.source_name = ${sourceName}
    and not exists (select from import_seen s where s.id = t.id) and ${belongsToSeen(entity, isPartial)} ${sql.join(kept, sql` `)}`
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(entity)} t where ${gone}`.execute(database)
  if (!rows.length) return 0
  const parts = new PartChanges(database)
  await parts.watch(
    entity,
    rows.map(({ id }) => ({ id, owners: [] })),
  )
  // Once more by its condition: somebody may have edited a service until it was locked.
  const result = await sql`delete from ${sql.table(entity)} t where ${gone}`.execute(database)
  await parts.record()
  return Number(result.numAffectedRows ?? 0)
}

/** Makes the search rows of all services changed by this import, or by an interrupted one. */
async function finishSearch(connection: Database) {
  await refreshSearch(connection)
  // The search chooses its strategy by how common the words are.
  await sql`analyze service_search`.execute(connection)
  await recountListed(connection)
}
