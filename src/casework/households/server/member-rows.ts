import { sql } from 'kysely'
import type { PersonRows } from '#identity/people/person-rows.ts'
import type { Relation } from '../household.ts'

interface Membership {
  householdId: string
  relation: Relation
  addedBy: string | null
  addedOn: string
}
interface Carried {
  /** of the record that went away */
  left: Membership | null
  /** whether the record that stayed took its place */
  isTaken: boolean
}

/**
 * A person is in one household at most: the record that stays takes the other one's place if it is in none. The other one
 * is in none until the merge is undone.
 */
export const memberRows: PersonRows = {
  table: 'household_member',
  count: async (database, contactId, since) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from household_member
      where contact_id = ${contactId}::uuid and added_on > ${since ?? '-infinity'}::timestamptz`.execute(database)
    return rows[0]?.count ?? 0
  },
  carry: async (transaction, { from, into }): Promise<Carried> => {
    const { rows } = await sql<Membership>`
      delete from household_member where contact_id = ${from}::uuid
      returning household_id, relation, added_by, added_on`.execute(transaction)
    const left = rows[0] ?? null
    if (!left) return { left, isTaken: false }
    const { rows: placed } = await sql`
      insert into household_member (contact_id, household_id, relation, added_by, added_on)
      values (${into}::uuid, ${left.householdId}::uuid, ${left.relation}, ${left.addedBy}, ${left.addedOn}::timestamptz)
      on conflict do nothing returning household_id`.execute(transaction)
    return { left, isTaken: placed.length > 0 }
  },
  giveBack: async (transaction, { from, into }, carried) => {
    const { left, isTaken } = carried as Carried
    if (!left) return
    if (isTaken)
      await sql`delete from household_member where contact_id = ${into}::uuid and household_id = ${left.householdId}::uuid`.execute(
        transaction,
      )
    await sql`
      insert into household_member (contact_id, household_id, relation, added_by, added_on)
      select ${from}::uuid, id, case when ${left.relation} = 'head' and exists (
          select from household_member where household_id = household.id and relation = 'head') then 'not-stated'
        else ${left.relation} end, ${left.addedBy}::uuid, ${left.addedOn}::timestamptz
      from household where id = ${left.householdId}::uuid on conflict do nothing`.execute(transaction)
  },
}
