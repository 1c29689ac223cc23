import { sql } from 'kysely'
import { answerSchema } from '#casework/intake-forms/answer-value.ts'
import { type FormItem, itemsOf } from '#casework/intake-forms/form-definition.ts'
import { readVersion } from '#casework/intake-forms/server/intake-forms-public.ts'
import type { Database } from '#platform/server/database.ts'
import { type FieldError, problem } from '#platform/server/problem.ts'
import type { AnswerChange, IntakeRow, SavedAnswers, ShownAnswer } from '../intake.ts'
import { mayFillIn } from '../intake-policy.ts'
import { intakeProblem } from './intake-problem.ts'
import { listAnswers } from './intake-queries.ts'

/** Reads the answers of a save by their questions. @throws 400 at `answers.3.value`, for all that cannot be */
function readAnswers(items: FormItem[], answers: AnswerChange[]) {
  const errors: FieldError[] = []
  const read = answers.map((answer, at) => {
    const item = items.find(({ key }) => key === answer.item)
    if (!item || item.kind === 'note') {
      errors.push({ path: `answers.${at}.item`, message: 'unknown-question' })
      return answer
    }
    if (answer.value === null || answer.value === undefined) return { ...answer, value: null }
    const value = answerSchema(item).safeParse(answer.value)
    for (const issue of value.error?.issues ?? [])
      errors.push({ path: ['answers', at, 'value', ...issue.path].join('.'), message: issue.message })
    return { ...answer, value: value.data }
  })
  if (errors.length) throw problem('invalid-request', { errors })
  return read
}

/**
 * Saves answers of an intake that the caller has locked: each change exactly once. An answer that somebody else changed
 * since `base` is not overwritten, but returned.
 * @param accountId null for the person, through a link
 * @throws problem intake-closed, 400; 403 for staff where the person answers through a link
 */
export async function saveAnswers(
  database: Database,
  intake: IntakeRow,
  accountId: string | null,
  changes: AnswerChange[],
): Promise<SavedAnswers> {
  if (!mayFillIn(intake, accountId)) throw problem('forbidden')
  const { definition } = await readVersion(database, intake.versionId)
  const answers = readAnswers(itemsOf(definition), changes)
  const known = await database
    .selectFrom('intakeAnswer')
    .select(['itemKey', 'revision', 'changeId'])
    .where('intakeId', '=', intake.id)
    .execute()
  const stored = new Map(known.map((row) => [row.itemKey, row]))
  const conflicts = new Set<string>()
  for (const { item, value, base, changeId, after = [] } of answers) {
    const before = stored.get(item)
    if (before?.changeId === changeId) continue
    if (intake.state !== 'draft') throw intakeProblem('intake-closed')
    const last = before?.revision ?? 0
    if (last !== base && !(before && after.includes(before.changeId))) {
      conflicts.add(item)
      continue
    }
    const written = {
      value: sql<unknown>`${value === null ? null : JSON.stringify(value)}::jsonb`,
      ...{ changeId, revision: last + 1, answeredBy: accountId, answeredOn: new Date().toISOString() },
    }
    await database
      .insertInto('intakeAnswer')
      .values({ intakeId: intake.id, itemKey: item, ...written })
      .onConflict((conflict) => conflict.columns(['intakeId', 'itemKey']).doUpdateSet(written))
      .execute()
    stored.set(item, { itemKey: item, revision: last + 1, changeId })
  }
  await database
    .updateTable('intake')
    .set({ changedOn: new Date().toISOString() })
    .where('id', '=', intake.id)
    .execute()
  const named = new Set(answers.map(({ item }) => item))
  const now = (await listAnswers(database, intake.id)).filter(({ itemKey }) => named.has(itemKey))
  const isConflict = ({ itemKey }: ShownAnswer) => conflicts.has(itemKey)
  return { saved: now.filter((answer) => !isConflict(answer)), conflicts: now.filter(isConflict) }
}
