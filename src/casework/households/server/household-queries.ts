import { sql } from 'kysely'
import { personRecord } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { HouseholdMember, Relation } from '../household.ts'

const householdOf = (contactId: string) =>
  sql`(select household_id from household_member where contact_id = ${contactId}::uuid)`

/** The household of a person, the person included: the head first, then the oldest. Empty if they have none. */
export async function listHousehold(database: Database, contactId: string): Promise<HouseholdMember[]> {
  const { rows } = await sql<HouseholdMember>`
    select member.contact_id, member.relation, person.first_name, person.last_name, person.birth_date
    from household_member member join ${personRecord.as('person')} on person.id = member.contact_id
    where member.household_id = ${householdOf(contactId)}
    order by (member.relation = 'head') desc, person.birth_date nulls last, person.first_name, member.contact_id`.execute(
    database,
  )
  return rows
}

export const findMember = (database: Database, contactId: string) =>
  database
    .selectFrom('householdMember')
    .select(['householdId', 'relation'])
    .where('contactId', '=', contactId)
    .executeTakeFirst()

/** Locks the household of a person until the transaction ends. */
export const lockHousehold = (database: Database, contactId: string) =>
  sql`select from household where id = ${householdOf(contactId)} for update`.execute(database)

/** Takes a person out of their household. A household of one is none. @returns whether they were in one */
export async function leaveHousehold(database: Database, contactId: string) {
  await lockHousehold(database, contactId)
  const left = await database
    .deleteFrom('householdMember')
    .where('contactId', '=', contactId)
    .returning('householdId')
    .executeTakeFirst()
  if (!left) return false
  await sql`delete from household where id = ${left.householdId}::uuid
    and (select count(*) from household_member where household_id = ${left.householdId}::uuid) < 2`.execute(database)
  return true
}

/** A person's part of their household, for their own copy: not who the others are. */
export async function getOwnHousehold(database: Database, contactId: string) {
  const members = await listHousehold(database, contactId)
  const own = members.find((member) => member.contactId === contactId)
  return own ? { relation: own.relation as Relation, people: members.length } : null
}
