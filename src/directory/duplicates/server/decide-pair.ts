import { sql } from 'kysely'
import { managerAudience } from '#directory/services/directory-policy.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { problem } from '#platform/server/problem.ts'
import { LATER_DAYS, type PairDecision } from '../duplicate-pair.ts'
import { duplicateProblem } from './duplicate-problem.ts'

/** Lets the screens of the other data managers know. */
export const publishPair = (transaction: Database, id: string) =>
  publishEvent(transaction, { type: 'duplicate', subjectId: id, audience: [...managerAudience] })

/**
 * Says that two listings are different, which the job remembers, that somebody looks at them later, or that they are to be
 * proposed again. Saying it again changes nothing.
 * @throws problem not-found, pair-merged
 */
export const decidePair = (database: Database, actor: Actor, id: string, { state }: PairDecision) =>
  database.transaction().execute(async (transaction) => {
    const pair = await transaction
      .selectFrom('duplicatePair')
      .select(['state', 'kind', 'firstId', 'secondId'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!pair) throw problem('not-found')
    if (pair.state === 'merged') throw duplicateProblem('pair-merged')
    if (pair.state === state && state !== 'later') return
    await transaction
      .updateTable('duplicatePair')
      .set({
        state,
        laterOn: state === 'later' ? sql<string>`current_date + ${LATER_DAYS}::integer` : null,
        decidedBy: state === 'open' ? null : actor.accountId,
        decidedOn: state === 'open' ? null : sql<string>`now()`,
      })
      .where('id', '=', id)
      .execute()
    await recordAudit(transaction, {
      ...{ actorId: actor.accountId, action: `duplicate-${state}`, subjectType: 'duplicate', subjectId: id },
      detail: { kind: pair.kind, listings: [pair.firstId, pair.secondId] },
    })
    await publishPair(transaction, id)
  })
