import { sql } from 'kysely'
import { maySeeContact } from '#casework/clients/contact-policy.ts'
import { findContactRow, lockContact } from '#identity/people/server/people-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { Caseworker } from './decide-pair.ts'
import { duplicatePeopleProblem } from './duplicate-people-problem.ts'
import { comparePairs } from './find-pairs.ts'
import { checkAccounts } from './lock-people.ts'

interface TwoPeople {
  contactId: string
  otherId: string
}

/**
 * Puts two records of an organization side by side because a caseworker says that they are of one person. If they are
 * alike, the pair is one that the job had not found yet. Putting them side by side again gives the same pair.
 * @throws 404, 400 at `otherId`, 409 merge-same or merge-accounts
 */
export const pairPeople = (database: Database, actor: Caseworker, { contactId, otherId }: TwoPeople) =>
  database.transaction().execute(async (transaction) => {
    // In the order of a merge; each waits for a merge or an erasure of the record.
    const [first, second] = [contactId, otherId].sort() as [string, string]
    const locked = new Map<string, Awaited<ReturnType<typeof lockContact>>>()
    for (const id of [first, second]) locked.set(id, await lockContact(transaction, id, 'share'))
    const isTheirs = (id: string) => maySeeContact(actor, locked.get(id) ?? { organizationId: null })
    if (!isTheirs(contactId)) throw problem('not-found')
    const former = await findContactRow(transaction, otherId)
    if (otherId === contactId || former?.mergedInto === contactId) throw duplicatePeopleProblem('merge-same')
    if (!isTheirs(otherId)) throw fieldProblem('otherId', 'invalid-choice')
    await checkAccounts(transaction, [contactId, otherId])
    const { organizationId } = actor
    const found = (await comparePairs(transaction, organizationId, [contactId, otherId])).find(
      (pair) => pair.first === first && pair.second === second,
    )
    const { level, score, state } = found
      ? { ...found, state: 'open' }
      : { level: 'possible', score: 0, state: 'chosen' }
    const { rows } = await sql<{ id: string }>`
      insert into person_pair as p (organization_id, first_id, second_id, level, score, state)
      values (${organizationId}::uuid, ${first}::uuid, ${second}::uuid, ${level}, ${score}, ${state})
      on conflict (first_id, second_id) do update set organization_id = excluded.organization_id
      returning id`.execute(transaction)
    return { id: rows[0]?.id ?? '' }
  })
