import { sql } from 'kysely'
import type { ContactRow } from '#identity/people/contact.ts'
import type { PersonRows } from '#identity/people/person-rows.ts'
import { findContactRow, removePhones, splitContact, updatePerson } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { type Caseworker, recordForBoth } from './decide-pair.ts'
import { duplicatePeopleProblem } from './duplicate-people-problem.ts'
import type { Carried } from './duplicate-people-tables.ts'
import { lockPeople } from './lock-people.ts'

interface Merged {
  fromId: string
  intoId: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  phones: string[]
  carried: Carried[]
  isUndone: boolean
  isNewest: boolean
}

/** The merges that are not undone and newer than `merge`, in or out of the record that stayed. */
const newer = sql`exists (select from person_merge later where later.undone_on is null and later.id <> merge.id
  and (later.from_id = merge.into_id or later.into_id = merge.into_id and (later.merged_on, later.id) > (merge.merged_on, merge.id)))`

async function lockMerge(transaction: Database, actor: Caseworker, id: string): Promise<Merged | undefined> {
  await sql`select from person_merge where id = ${id}::uuid for update`.execute(transaction)
  const { rows } = await sql<Merged>`
    select from_id, into_id, before, after, phones, carried, undone_on is not null as is_undone, not ${newer} as is_newest
    from person_merge merge where id = ${id}::uuid and organization_id = ${actor.organizationId}::uuid`.execute(
    transaction,
  )
  return rows[0]
}

/**
 * Undoes a merge: the record that went away comes back with its fields and everything that it brought. What was added
 * since stays with the record that stayed. The two are not proposed again. Undoing twice changes nothing.
 * @throws 404, 409 merge-not-newest or merge-gone
 */
export const splitPeople = (database: Database, rows: readonly PersonRows[], actor: Caseworker, id: string) =>
  database.transaction().execute(async (transaction) => {
    const known = await lockMerge(transaction, actor, id)
    if (!known) throw problem('not-found')
    await lockPeople(transaction, [known.fromId, known.intoId])
    // Read again: another merge may have been waited for.
    const merged = (await lockMerge(transaction, actor, id)) as Merged
    const { fromId, intoId } = merged
    if (merged.isUndone) return { contactId: intoId }
    if (!merged.isNewest) throw duplicatePeopleProblem('merge-not-newest')
    const stayed = await findContactRow(transaction, intoId)
    if (stayed?.organizationId !== actor.organizationId) throw duplicatePeopleProblem('merge-gone')
    const { organizationId } = actor
    await splitContact(transaction, { id: fromId, organizationId, below: await listBelow(transaction, fromId) })
    await giveBackFields(transaction, stayed, merged)
    const move = { from: fromId, into: intoId }
    for (const { table, giveBack } of rows.toReversed()) {
      const own = merged.carried.find((carried) => carried.table === table)
      if (own) await giveBack(transaction, move, own.rows)
    }
    await sql`update person_merge set undone_by = ${actor.accountId}::uuid, undone_on = now() where id = ${id}::uuid`.execute(
      transaction,
    )
    await setApart(transaction, actor, move)
    await recordForBoth(transaction, { actor, action: 'contact.split', ids: [fromId, intoId] })
    return { contactId: intoId }
  })

/** The records that had been merged into this one before it was merged itself. */
async function listBelow(transaction: Database, id: string) {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select from_id from person_merge where into_id = ${id}::uuid and undone_on is null
      union
      select merge.from_id from person_merge merge join below on merge.into_id = below.from_id where merge.undone_on is null
    ) select from_id as id from below`.execute(transaction)
  return rows.map((row) => row.id)
}

/** What was changed since stays. */
async function giveBackFields(transaction: Database, stayed: ContactRow, { before, after, phones }: Merged) {
  const untouched = Object.entries(before).filter(([name]) => stayed[name as keyof ContactRow] === after[name])
  await updatePerson(transaction, stayed.id, { ...Object.fromEntries(untouched), version: stayed.version + 1 })
  await removePhones(transaction, stayed.id, phones)
}

const setApart = (transaction: Database, actor: Caseworker, { from, into }: { from: string; into: string }) =>
  sql`insert into person_pair (organization_id, first_id, second_id, level, score, state, decided_by, decided_on)
    values (${actor.organizationId}::uuid, least(${from}::uuid, ${into}::uuid), greatest(${from}::uuid, ${into}::uuid),
      'possible', 0, 'different', ${actor.accountId}::uuid, now())
    on conflict (first_id, second_id) do update
      set state = 'different', decided_by = excluded.decided_by, decided_on = excluded.decided_on`.execute(transaction)
