import { maySeeContact } from '#casework/clients/contact-policy.ts'
import { getServedPerson, publishContact, recordAccess } from '#casework/clients/server/clients-public.ts'
import { findContactRow, lockContact, touchPerson } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type Household, MOST_MEMBERS, type NewMember, type Relation } from '../household.ts'
import { findMember, leaveHousehold, listHousehold, lockHousehold } from './household-queries.ts'

/** The household of a person whom the actor's organization serves; records the access to all of them. @throws 404 */
export async function viewHousehold(database: Database, actor: Actor, contactId: string): Promise<Household> {
  await getServedPerson(database, actor, contactId)
  const items = await listHousehold(database, contactId)
  const ids = items.map((item) => item.contactId)
  await recordAccess(database, actor, ids, { way: 'list' })
  return { items, nextCursor: null }
}

/** Notifies the tabs that show one of these people. */
async function publishAll(database: Database, contactIds: string[], organizationId: string | null) {
  for (const contactId of [...new Set(contactIds)]) await publishContact(database, contactId, organizationId)
}

const idsOf = async (database: Database, contactId: string) =>
  (await listHousehold(database, contactId)).map((member) => member.contactId)

/** Makes nobody else the head of the household. */
const clearHead = (database: Database, householdId: string) =>
  database
    .updateTable('householdMember')
    .set({ relation: 'not-stated' })
    .where('householdId', '=', householdId)
    .where('relation', '=', 'head')
    .execute()

/** The household of a person; if they have none, a new one of which they are the head. @returns its ID */
async function findOrCreate(database: Database, actor: Actor & { organizationId: string }, contactId: string) {
  await lockHousehold(database, contactId)
  const member = await findMember(database, contactId)
  if (member) return member.householdId
  const { id } = await database
    .insertInto('household')
    .values({ organizationId: actor.organizationId, createdBy: actor.accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .insertInto('householdMember')
    .values({ contactId, householdId: id, relation: 'head', addedBy: actor.accountId })
    .execute()
  return id
}

/**
 * Adds somebody whom the same organization serves to the household of a person. Safe to repeat.
 * @throws 404; 400 at `contactId`: unknown-person, same-person, in-other-household, household-full
 */
export const addMember = (
  database: Database,
  actor: Actor & { organizationId: string },
  contactId: string,
  given: NewMember,
) =>
  database.transaction().execute(async (transaction): Promise<Household> => {
    if (given.contactId === contactId) throw fieldProblem('contactId', 'same-person')
    // Always in the same order, so that two who add each other do not wait for each other forever.
    for (const id of [contactId, given.contactId].sort()) await lockContact(transaction, id, 'no-key-update')
    const person = await getServedPerson(transaction, actor, contactId)
    const added = await findContactRow(transaction, given.contactId)
    if (!added || !maySeeContact(actor, added)) throw fieldProblem('contactId', 'unknown-person')
    const [own, theirs] = [await findMember(transaction, contactId), await findMember(transaction, given.contactId)]
    if (theirs && theirs.householdId === own?.householdId) return viewHousehold(transaction, actor, contactId)
    if (theirs) throw fieldProblem('contactId', 'in-other-household')
    const householdId = await findOrCreate(transaction, actor, contactId)
    if ((await idsOf(transaction, contactId)).length >= MOST_MEMBERS) throw fieldProblem('contactId', 'household-full')
    if (given.relation === 'head') await clearHead(transaction, householdId)
    await transaction
      .insertInto('householdMember')
      .values({ contactId: given.contactId, householdId, relation: given.relation, addedBy: actor.accountId })
      .execute()
    for (const id of [contactId, given.contactId]) await touchPerson(transaction, id)
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'household.add', subjectType: 'contact', subjectId: contactId },
      detail: { contactId: given.contactId, relation: given.relation },
    })
    await publishAll(transaction, await idsOf(transaction, contactId), person.organizationId)
    return viewHousehold(transaction, actor, contactId)
  })

/** Changes a person's relationship to the head of their household. A new head replaces the old one. @throws 404 */
export const changeRelation = (database: Database, actor: Actor, contactId: string, relation: Relation) =>
  database.transaction().execute(async (transaction): Promise<Household> => {
    // Before the household, as elsewhere.
    await lockContact(transaction, contactId, 'no-key-update')
    const person = await getServedPerson(transaction, actor, contactId)
    await lockHousehold(transaction, contactId)
    const member = await findMember(transaction, contactId)
    if (!member) throw problem('not-found')
    if (member.relation !== relation) {
      if (relation === 'head') await clearHead(transaction, member.householdId)
      await transaction.updateTable('householdMember').set({ relation }).where('contactId', '=', contactId).execute()
      await touchPerson(transaction, contactId)
      await recordAudit(transaction, {
        ...{ actorId: actor.accountId, action: 'household.relation', subjectType: 'contact', subjectId: contactId },
        detail: { from: member.relation, to: relation },
      })
      await publishAll(transaction, await idsOf(transaction, contactId), person.organizationId)
    }
    return viewHousehold(transaction, actor, contactId)
  })

/** Takes a person out of their household; nothing else about them changes. Safe to repeat. @throws 404 */
export const removeMember = (database: Database, actor: Actor, contactId: string) =>
  database.transaction().execute(async (transaction) => {
    await lockContact(transaction, contactId, 'no-key-update')
    const person = await getServedPerson(transaction, actor, contactId)
    const before = await idsOf(transaction, contactId)
    if (!(await leaveHousehold(transaction, contactId))) return
    await touchPerson(transaction, contactId)
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: 'household.leave', subjectType: 'contact', subjectId: contactId },
    })
    await publishAll(transaction, before, person.organizationId)
  })
