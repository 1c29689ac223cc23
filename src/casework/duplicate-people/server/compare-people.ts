import { getContact } from '#casework/clients/server/clients-public.ts'
import { listFacts } from '#casework/person-facts/server/person-facts-public.ts'
import type { PersonRows } from '#identity/people/person-rows.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { PersonComparison } from '../person-merge.ts'
import type { Caseworker } from './decide-pair.ts'
import { findPair } from './list-pairs.ts'

/** Both records of a pair with everything that is on record. Access is recorded. @throws 404 */
export async function comparePair(
  database: Database,
  rows: readonly PersonRows[],
  actor: Caseworker,
  id: string,
): Promise<PersonComparison> {
  const pair = await findPair(database, actor, id)
  if (!pair) throw problem('not-found')
  const ids = pair.people.map((person) => person.id)
  const both = <Answer>(read: (contactId: string) => Promise<Answer>) => Promise.all(ids.map(read))
  return {
    pair,
    people: await both((contactId) => getContact(database, actor, contactId)),
    facts: await both((contactId) => listFacts(database, contactId)),
    rows: await Promise.all(
      rows.map(async ({ table, count }) => ({
        table,
        counts: await both((contactId) => count(database, contactId, null)),
      })),
    ),
  }
}
