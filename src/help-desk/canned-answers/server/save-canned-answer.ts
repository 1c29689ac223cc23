import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database, InTransaction } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { problem } from '#platform/server/problem.ts'
import type { CannedAnswer, CannedAnswerChange, NewCannedAnswer } from '../canned-answer.ts'
import {
  deleteCannedAnswer,
  findCannedAnswer,
  insertCannedAnswer,
  updateCannedAnswer,
} from './canned-answer-queries.ts'

async function note(transaction: InTransaction, actor: Actor, id: string, act: 'create' | 'change' | 'delete') {
  await recordAudit(transaction, {
    actorId: actor.accountId,
    action: `cannedAnswer.${act}`,
    subjectType: 'cannedAnswer',
    subjectId: id,
  })
  await publishEvent(transaction, {
    type: 'cannedAnswer',
    subjectId: id,
    audience: ['role:support-agent', 'role:platform-admin'],
  })
}

export const createCannedAnswer = (database: Database, actor: Actor, given: NewCannedAnswer): Promise<CannedAnswer> =>
  database.transaction().execute(async (transaction) => {
    const made = await insertCannedAnswer(transaction, given, actor.accountId)
    await note(transaction, actor, made.id, 'create')
    return made
  })

/** @throws problem stale-version with the current answer, if it was changed since it was read */
export const changeCannedAnswer = (
  database: Database,
  actor: Actor,
  id: string,
  given: CannedAnswerChange,
): Promise<CannedAnswer> =>
  database.transaction().execute(async (transaction) => {
    const changed = await updateCannedAnswer(transaction, id, given, actor.accountId)
    if (!changed) {
      const current = await findCannedAnswer(transaction, id)
      throw current ? problem('stale-version', { extra: { current } }) : problem('not-found')
    }
    await note(transaction, actor, id, 'change')
    return changed
  })

export const removeCannedAnswer = (database: Database, actor: Actor, id: string) =>
  database.transaction().execute(async (transaction) => {
    if (!(await deleteCannedAnswer(transaction, id))) throw problem('not-found')
    await note(transaction, actor, id, 'delete')
  })
