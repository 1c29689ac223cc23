import { sql } from 'kysely'
import { endContactInvitations } from '#casework/clients/server/clients-public.ts'
import type { ContactRow } from '#identity/people/contact.ts'
import type { Merge, PersonRows } from '#identity/people/person-rows.ts'
import {
  addPhones,
  findContactRow,
  listPhones,
  mergeContact,
  updatePerson,
} from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { mergedFields, PersonMerge } from '../person-merge.ts'
import { type Caseworker, recordForBoth } from './decide-pair.ts'
import { duplicatePeopleProblem } from './duplicate-people-problem.ts'
import type { Carried } from './duplicate-people-tables.ts'
import { checkAccounts, lockPeople } from './lock-people.ts'

/** The longest note, and the most telephone numbers, that a record can have. */
const [MOST_NOTE, MOST_PHONES] = [4000, 10]

/** A person's form of one kind that is begun twice cannot be one. */
const isSameDraft = (error: unknown) => (error as { constraint?: string }).constraint === 'intake_one_draft'

/**
 * Merges the two people of a pair into the record that stays. What belongs to the other one comes along; the other one
 * keeps its fields and leads to it. Of two merges at once, the second finds that one of the records is gone.
 * @throws 404, 409 merge-gone, merge-drafts, merge-accounts or stale-version
 */
export async function mergePeople(
  database: Database,
  rows: readonly PersonRows[],
  actor: Caseworker,
  { id, call }: { id: string; call: PersonMerge },
) {
  try {
    return await database.transaction().execute((transaction) => merge(transaction, rows, actor, { id, call }))
  } catch (error) {
    throw isSameDraft(error) ? duplicatePeopleProblem('merge-drafts') : error
  }
}

async function merge(
  transaction: Database,
  rows: readonly PersonRows[],
  actor: Caseworker,
  { id, call }: { id: string; call: PersonMerge },
) {
  const pair = await transaction
    .selectFrom('personPair')
    .select(['firstId', 'secondId'])
    .where('id', '=', id)
    .where('organizationId', '=', actor.organizationId)
    .executeTakeFirst()
  if (!pair) throw problem('not-found')
  const ids = [pair.firstId, pair.secondId]
  if (!ids.includes(call.stays)) throw fieldProblem('stays', 'invalid-choice')
  const people = await lockPeople(transaction, ids)
  for (const contactId of ids) {
    const person = people.get(contactId)
    if (person?.organizationId !== actor.organizationId) throw duplicatePeopleProblem('merge-gone')
    if (person.version !== call.versions[contactId]) throw problem('stale-version')
  }
  const move = { from: ids.find((one) => one !== call.stays) ?? '', into: call.stays }
  await checkAccounts(transaction, ids)
  const taken = await takeFields(transaction, move, call.take as (typeof mergedFields)[number][])
  const phones = await takePhones(transaction, move)
  await mergeContact(transaction, move)
  const carried: Carried[] = []
  for (const { table, carry } of rows) carried.push({ table, rows: await carry(transaction, move) })
  await insertMerge(transaction, actor, { ...move, ...taken, phones, carried })
  const detail = { from: move.from, into: move.into, took: Object.keys(taken.after) }
  await recordForBoth(transaction, { actor, action: 'contact.merge', ids, detail })
  return { contactId: move.into }
}

type Fields = Partial<Pick<ContactRow, (typeof mergedFields)[number] | 'note'>>

/** Gives the record that stays the chosen fields, and both notes. @returns those fields before and after */
async function takeFields(transaction: Database, { from, into }: Merge, take: readonly MergeFieldName[]) {
  const [own, other] = [await findContactRow(transaction, into), await findContactRow(transaction, from)]
  if (!own || !other) throw problem('not-found')
  const notes = [...new Set([own.note, other.note].filter(Boolean))].join('\n\n')
  const note = notes.length <= MOST_NOTE ? notes || null : own.note
  const wanted = { ...Object.fromEntries(take.map((name) => [name, other[name]])), note } as Record<string, unknown>
  const changed = Object.entries(wanted).filter(([name, value]) => own[name as keyof ContactRow] !== value)
  const after = Object.fromEntries(changed) as Fields
  const before = Object.fromEntries(changed.map(([name]) => [name, own[name as keyof ContactRow]])) as Fields
  await updatePerson(transaction, into, { ...after, version: own.version + 1 })
  // An invitation proves that an address belongs to a person only if it was mailed to that address.
  const email = 'email' in after ? after.email : own.email
  if (email !== other.email) await endContactInvitations(transaction, from, null)
  if (email !== own.email) await endContactInvitations(transaction, into, null)
  return { before, after }
}
type MergeFieldName = (typeof mergedFields)[number]

/** Adds the other one's telephone numbers. @returns those that were added */
async function takePhones(transaction: Database, { from, into }: Merge) {
  const own = await listPhones(transaction, into)
  const known = new Set(own.map(({ phoneNumber }) => phoneNumber))
  const added = (await listPhones(transaction, from))
    .filter(({ phoneNumber }) => !known.has(phoneNumber))
    .slice(0, Math.max(0, MOST_PHONES - own.length))
  await addPhones(transaction, into, added)
  return added.map(({ phoneNumber }) => phoneNumber)
}

interface NewMerge extends Merge {
  before: Fields
  after: Fields
  phones: string[]
  carried: Carried[]
}
const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

const insertMerge = (transaction: Database, actor: Caseworker, { from, into, ...given }: NewMerge) =>
  sql`insert into person_merge (organization_id, from_id, into_id, before, after, phones, carried, merged_by)
    values (${actor.organizationId}::uuid, ${from}::uuid, ${into}::uuid, ${json(given.before)}, ${json(given.after)},
      ${given.phones}::text[], ${json(given.carried)}, ${actor.accountId}::uuid)`.execute(transaction)
