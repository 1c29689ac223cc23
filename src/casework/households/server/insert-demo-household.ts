import type { Database } from '#platform/server/database.ts'
import type { Relation } from '../household.ts'

/** Creates a household of the demo community. */
export async function insertDemoHousehold(
  database: Database,
  recorder: { id: string; organizationId: string },
  members: readonly { contactId: string; relation: Relation }[],
) {
  const { id } = await database
    .insertInto('household')
    .values({ organizationId: recorder.organizationId, createdBy: recorder.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('householdMember')
    .values(members.map((member) => ({ ...member, householdId: id, addedBy: recorder.id })))
    .execute()
}
