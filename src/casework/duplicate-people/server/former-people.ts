import { sql } from 'kysely'
import { getServedPerson, recordReading } from '#casework/clients/server/clients-public.ts'
import { accountName } from '#identity/accounts/server/accounts-public.ts'
import type { PersonRows } from '#identity/people/person-rows.ts'
import { listFormer, listPhones } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { FormerPerson } from '../person-merge.ts'
import type { Caseworker } from './decide-pair.ts'

interface MergeRow {
  id: string
  fromId: string
  intoId: string
  mergedBy: string | null
  mergedOn: string
}

/** The records that were merged into a person's, newest first, each as it was. Access is recorded. @throws 404 */
export async function listFormerPeople(
  database: Database,
  rows: readonly PersonRows[],
  actor: Caseworker,
  contactId: string,
): Promise<FormerPerson[]> {
  await getServedPerson(database, actor, contactId)
  const former = await listFormer(database, contactId)
  if (!former.length) return []
  await recordReading(database, actor, contactId)
  const { rows: merges } = await sql<MergeRow>`
    select id, from_id, into_id, ${accountName(sql`merged_by`)} as merged_by, merged_on from person_merge
    where from_id = any(${former.map(({ id }) => id)}::uuid[]) and undone_on is null
    order by merged_on desc, id desc`.execute(database)
  const newest = merges.find(({ intoId }) => intoId === contactId)
  return Promise.all(
    merges.flatMap((merge) => {
      const row = former.find(({ id }) => id === merge.fromId)
      return row ? [describeFormer(database, rows, { row, merge, mayUndo: merge.id === newest?.id })] : []
    }),
  )
}

async function describeFormer(
  database: Database,
  rows: readonly PersonRows[],
  { row, merge, mayUndo }: { row: Awaited<ReturnType<typeof listFormer>>[number]; merge: MergeRow; mayUndo: boolean },
): Promise<FormerPerson> {
  const counts = mayUndo
    ? await Promise.all(
        rows.map(async ({ table, count }) => ({ table, count: await count(database, merge.intoId, merge.mergedOn) })),
      )
    : []
  return {
    ...row,
    phones: await listPhones(database, row.id),
    ...{ mergeId: merge.id, mergedBy: merge.mergedBy, mergedOn: merge.mergedOn, mayUndo },
    since: counts.filter(({ count }) => count > 0),
  }
}

/** Deletes what merges remember of these people, in an erasure's transaction. They can no longer be undone. */
export const eraseMerges = (transaction: Database, ids: readonly string[]) =>
  sql`update person_merge set before = '{}', after = '{}', phones = '{}', carried = '[]'
    where from_id = any(${ids}::uuid[]) or into_id = any(${ids}::uuid[])`.execute(transaction)
