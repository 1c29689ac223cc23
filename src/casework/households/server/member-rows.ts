import { sql } from 'kysely'
import type { PersonRows } from '#identity/people/person-rows.ts'
import { personRecord } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { Relation } from '../household.ts'
import { findMember } from './household-queries.ts'

interface Membership {
  contactId: string
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
  /** what the record that stayed was, if it became the head instead */
  formerRelation?: Relation | null
  /** the household, if only one person was left of it */
  ended?: { household: Household; rest: Membership[] } | null
}
interface Household {
  id: string
  organizationId: string
  createdBy: string | null
  createdOn: string
}

const columns = sql`contact_id, household_id, relation, added_by, added_on`

/** A household of one is none. @returns it, with who was left */
async function endIfAlone(transaction: Database, householdId: string) {
  const { rows: rest } = await sql<Membership>`
    select ${columns} from household_member where household_id = ${householdId}::uuid`.execute(transaction)
  if (rest.length > 1) return null
  const { rows } = await sql<Household>`
    delete from household where id = ${householdId}::uuid
    returning id, organization_id, created_by, created_on`.execute(transaction)
  return rows[0] ? { household: rows[0], rest } : null
}

/** If the head of a household is the same person as another member, that one is the head. @returns what it was */
async function makeHead(transaction: Database, into: string, { householdId, relation }: Membership) {
  if (relation !== 'head') return null
  const own = await findMember(transaction, into)
  if (own?.householdId !== householdId) return null
  await sql`update household_member set relation = 'head' where contact_id = ${into}::uuid`.execute(transaction)
  return own.relation
}

/** Of a person who was erased since, nothing comes back. */
const insertMember = (transaction: Database, { contactId, householdId, relation, addedBy, addedOn }: Membership) =>
  sql`insert into household_member (${columns})
    select ${contactId}::uuid, id, case when ${relation} = 'head' and exists (
        select from household_member where household_id = household.id and relation = 'head') then 'not-stated'
      else ${relation} end, ${addedBy}::uuid, ${addedOn}::timestamptz
    from household where id = ${householdId}::uuid and exists (select from ${personRecord.as('person')}
      where person.id = ${contactId}::uuid and person.organization_id is not null)
    on conflict do nothing`.execute(transaction)

async function giveBackHousehold(transaction: Database, { household, rest }: NonNullable<Carried['ended']>) {
  const { id, organizationId, createdBy, createdOn } = household
  await sql`insert into household (id, organization_id, created_by, created_on)
    values (${id}::uuid, ${organizationId}::uuid, ${createdBy}::uuid, ${createdOn}::timestamptz)`.execute(transaction)
  for (const member of rest) await insertMember(transaction, member)
}

/**
 * A person is in one household at most: the record that stays takes the other one's place if it is in none, and is the
 * head if the other one was that in the same household. The other one is in none until the merge is undone.
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
      returning ${columns}`.execute(transaction)
    const left = rows[0] ?? null
    if (!left) return { left, isTaken: false }
    const { rows: placed } = await sql`
      insert into household_member (contact_id, household_id, relation, added_by, added_on)
      values (${into}::uuid, ${left.householdId}::uuid, ${left.relation}, ${left.addedBy}, ${left.addedOn}::timestamptz)
      on conflict do nothing returning household_id`.execute(transaction)
    if (placed.length > 0) return { left, isTaken: true }
    const formerRelation = await makeHead(transaction, into, left)
    return { left, isTaken: false, formerRelation, ended: await endIfAlone(transaction, left.householdId) }
  },
  giveBack: async (transaction, { from, into }, carried) => {
    const { left, isTaken, formerRelation, ended } = carried as Carried
    if (!left) return
    if (ended) await giveBackHousehold(transaction, ended)
    if (formerRelation)
      await sql`update household_member set relation = ${formerRelation}
        where contact_id = ${into}::uuid and household_id = ${left.householdId}::uuid and relation = 'head'`.execute(
        transaction,
      )
    if (isTaken)
      await sql`delete from household_member where contact_id = ${into}::uuid and household_id = ${left.householdId}::uuid`.execute(
        transaction,
      )
    await insertMember(transaction, { ...left, contactId: from })
    await endIfAlone(transaction, left.householdId)
  },
}
