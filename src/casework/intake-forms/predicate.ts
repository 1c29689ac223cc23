import { allHold, anyHolds, compare, type Operator } from '#platform/schema/comparison.ts'
import type { Answers } from './answer-value.ts'
import type { AnswerTest, ItemKind, Predicate } from './form-definition.ts'

const compared = ['answered', 'is', 'is-not', 'less', 'at-most', 'at-least', 'more'] as const

/** The operators that suit the answers of a kind of question. */
export const operatorsOf: Record<ItemKind, readonly Operator[]> = {
  text: ['answered', 'is', 'is-not'],
  number: compared,
  money: compared,
  date: [...compared, 'age-at-least', 'age-at-most'],
  choice: ['answered', 'is', 'is-not', 'in', 'not-in'],
  choices: ['answered', 'any-of', 'none-of', 'subset-of'],
  'yes-no': ['answered', 'is'],
  phone: ['answered'],
  address: ['answered'],
  repeat: ['answered'],
  note: [],
}

const truthOf = ({ item, operator, value }: AnswerTest, answers: Answers, today: string) =>
  compare(operator, answers[item], value, today)

/** Whether a test holds. Without an answer, only `answered` = false does. @param today as `2026-11-23` */
export const testHolds = (test: AnswerTest, answers: Answers, today: string) => truthOf(test, answers, today) === true

/**
 * Whether a condition holds for these answers; no condition always does.
 * @param answers only of questions that are shown: a hidden answer does not count
 * @param today as `2026-11-23`
 */
export function holds(predicate: Predicate | null, answers: Answers, today: string) {
  if (!predicate) return true
  const { match, tests } = predicate
  const truths = tests.map((test) => truthOf(test, answers, today))
  return (match === 'all' ? allHold(truths) : anyHolds(truths)) === true
}
