import { answerText } from '#casework/intake-forms/answer-text.ts'
import { evaluateForm } from '#casework/intake-forms/evaluate-form.ts'
import { type FormDefinition, itemsOf, type Texts } from '#casework/intake-forms/form-definition.ts'
import { readVersion } from '#casework/intake-forms/server/intake-forms-public.ts'
import type { Database } from '#platform/server/database.ts'
import type { ShownAnswer } from '../intake.ts'
import { listAnswers, valuesOf } from './intake-queries.ts'

export interface CompletedIntake {
  id: string
  title: Texts
  completedOn: string
  definition: FormDefinition
  answers: ShownAnswer[]
}

/** The completed intakes of a person, newest first; for a caller whose access is checked. */
export async function listCompleted(database: Database, contactId: string): Promise<CompletedIntake[]> {
  const rows = await database
    .selectFrom('intake')
    .select(['id', 'versionId', 'completedOn'])
    .where('contactId', '=', contactId)
    .where('state', '=', 'complete')
    .orderBy('completedOn', 'desc')
    .execute()
  return Promise.all(
    rows.map(async ({ id, versionId, completedOn }) => {
      const { definition } = await readVersion(database, versionId)
      const answers = await listAnswers(database, id)
      return { id, title: definition.title, completedOn: completedOn ?? '', definition, answers }
    }),
  )
}

/** The answers of an intake in words, in both languages; those of hidden questions do not count. */
export function answersToShare({ definition, answers, completedOn }: CompletedIntake) {
  const values = valuesOf(answers)
  const { shown } = evaluateForm(definition, values, completedOn.slice(0, 10))
  return itemsOf(definition)
    .filter(({ key }) => shown.includes(key) && values[key] !== undefined)
    .map((item) => ({
      ...{ key: item.key, question: item.text, isSensitive: item.isSensitive },
      answer: { en: answerText(item, values[item.key], 'en'), es: answerText(item, values[item.key], 'es') },
    }))
}
