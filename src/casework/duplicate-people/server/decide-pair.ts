import { sql } from 'kysely'
import { doesCasework } from '#casework/clients/contact-policy.ts'
import { publishContact } from '#casework/clients/server/clients-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { PersonPairDecision } from '../person-pair.ts'

/** An account that works with the people of its organization. */
export type Caseworker = Actor & { organizationId: string }

/** An account with an organization; the roles alone are not enough. @throws 403 */
export function caseworker(actor: Actor): Caseworker {
  if (!doesCasework(actor)) throw problem('forbidden')
  return actor
}

/** Audits an act on two people under both, and lets the screens of the organization know. */
export async function recordForBoth(
  transaction: Database,
  { actor, action, ids, detail }: { actor: Caseworker; action: string; ids: readonly string[]; detail?: object },
) {
  for (const subjectId of ids) {
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action, subjectType: 'contact', subjectId },
      detail: { ...detail, people: ids },
    })
    await publishContact(transaction, subjectId, actor.organizationId)
  }
}

/**
 * Says that two records are not of one person, which the job remembers, or that they are to be proposed again. Saying it
 * again changes nothing.
 * @throws problem not-found
 */
export const decidePair = (database: Database, actor: Caseworker, id: string, { state }: PersonPairDecision) =>
  database.transaction().execute(async (transaction) => {
    const pair = await transaction
      .selectFrom('personPair')
      .select(['state', 'firstId', 'secondId'])
      .where('id', '=', id)
      .where('organizationId', '=', actor.organizationId)
      .forUpdate()
      .executeTakeFirst()
    if (!pair) throw problem('not-found')
    if (pair.state === state) return
    await transaction
      .updateTable('personPair')
      .set({
        state,
        decidedBy: state === 'open' ? null : actor.accountId,
        decidedOn: state === 'open' ? null : sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute()
    const action = state === 'different' ? 'contact.different' : 'contact.maybeSame'
    await recordForBoth(transaction, { actor, action, ids: [pair.firstId, pair.secondId] })
  })
