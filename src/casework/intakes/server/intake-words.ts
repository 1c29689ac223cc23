import { answerText } from '#casework/intake-forms/answer-text.ts'
import { itemsOf } from '#casework/intake-forms/form-definition.ts'
import type { Language } from '#platform/server/texts.ts'
import type { listPersonIntakes } from './intake-queries.ts'
import { valuesOf } from './intake-queries.ts'

type PersonIntake = Awaited<ReturnType<typeof listPersonIntakes>>[number]

/** The questions of an intake that have an answer, each with the answer in words. */
export function intakeWords({ definition, answers }: Pick<PersonIntake, 'definition' | 'answers'>, language: Language) {
  const values = valuesOf(answers)
  return itemsOf(definition)
    .filter(({ key }) => values[key] !== undefined)
    .map((item) => ({ term: item.text[language], text: answerText(item, values[item.key], language) }))
}
