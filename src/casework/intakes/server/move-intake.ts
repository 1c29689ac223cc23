import { type Answers, answerSchema } from '#casework/intake-forms/answer-value.ts'
import { type FormDefinition, itemsOf } from '#casework/intake-forms/form-definition.ts'

/**
 * The answered questions whose answers another version cannot take over: the question is gone, is of another kind, or
 * does not accept the answer any more.
 */
export function lostAnswers(from: FormDefinition, to: FormDefinition, answers: Answers): string[] {
  const [before, after] = [from, to].map((definition) => new Map(itemsOf(definition).map((item) => [item.key, item])))
  return Object.keys(answers).filter((key) => {
    const item = after?.get(key)
    return !item || item.kind !== before?.get(key)?.kind || !answerSchema(item).safeParse(answers[key]).success
  })
}
