import { answerText } from '#casework/intake-forms/answer-text.ts'
import { evaluateForm } from '#casework/intake-forms/evaluate-form.ts'
import { itemsOf } from '#casework/intake-forms/form-definition.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import type { Database } from '#platform/server/database.ts'
import { listPersonIntakes, valuesOf } from './intake-queries.ts'

export type CompletedIntake = Awaited<ReturnType<typeof listPersonIntakes>>[number] & { completedOn: string }

const isCompleted = (intake: Awaited<ReturnType<typeof listPersonIntakes>>[number]): intake is CompletedIntake =>
  intake.state === 'complete' && intake.completedOn !== null

/** The completed intakes of a person, newest first; for a caller whose access is checked. */
export const listCompleted = async (database: Database, contactId: string) =>
  (await listPersonIntakes(database, contactId, { isOwn: false })).filter(isCompleted).reverse()

/** The answers of an intake in words, in both languages; those of hidden questions do not count. */
export function answersToShare({ definition, answers, completedOn }: CompletedIntake, timeZone: string) {
  const values = valuesOf(answers)
  const { shown } = evaluateForm(definition, values, dayIn(timeZone, new Date(completedOn)))
  return itemsOf(definition)
    .filter(({ key }) => shown.includes(key) && values[key] !== undefined)
    .map((item) => ({
      ...{ key: item.key, question: item.text, isSensitive: item.isSensitive },
      answer: { en: answerText(item, values[item.key], 'en'), es: answerText(item, values[item.key], 'es') },
    }))
}
