import type { Answers } from './answer-value.ts'
import type { AnswerTest, ItemKind, Operator, Predicate } from './form-definition.ts'

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

/** Whole years between two days. @param birth as `1990-04-30` @param day as `2026-11-23` */
export function yearsBetween(birth: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** Compares two numbers, or two days as text. */
function order(answer: unknown, value: unknown) {
  if (typeof answer === 'number' && typeof value === 'number') return answer - value
  if (typeof answer === 'string' && typeof value === 'string') return answer < value ? -1 : answer > value ? 1 : 0
  return Number.NaN
}

const comparisons: Record<
  Exclude<Operator, 'answered'>,
  (answer: unknown, value: unknown, today: string) => boolean
> = {
  is: (answer, value) => answer === value,
  'is-not': (answer, value) => answer !== value,
  less: (answer, value) => order(answer, value) < 0,
  'at-most': (answer, value) => order(answer, value) <= 0,
  'at-least': (answer, value) => order(answer, value) >= 0,
  more: (answer, value) => order(answer, value) > 0,
  in: (answer, value) => listOf(value).includes(answer),
  'not-in': (answer, value) => !listOf(value).includes(answer),
  'any-of': (answer, value) => listOf(answer).some((one) => listOf(value).includes(one)),
  'none-of': (answer, value) => !listOf(answer).some((one) => listOf(value).includes(one)),
  'subset-of': (answer, value) => listOf(answer).every((one) => listOf(value).includes(one)),
  'age-at-least': (answer, value, today) => yearsBetween(String(answer), today) >= Number(value),
  'age-at-most': (answer, value, today) => yearsBetween(String(answer), today) <= Number(value),
}

/** Whether a test holds. Without an answer, only `answered` = false does. @param today as `2026-11-23` */
export function testHolds({ item, operator, value }: AnswerTest, answers: Answers, today: string) {
  const answer = answers[item]
  const isAnswered = answer !== undefined && answer !== null
  if (operator === 'answered') return isAnswered === (value !== false)
  return isAnswered && comparisons[operator](answer, value, today)
}

/**
 * Whether a condition holds for these answers; no condition always does.
 * @param answers only of questions that are shown: a hidden answer does not count
 * @param today as `2026-11-23`
 */
export function holds(predicate: Predicate | null, answers: Answers, today: string) {
  if (!predicate) return true
  const { match, tests } = predicate
  return match === 'all'
    ? tests.every((test) => testHolds(test, answers, today))
    : tests.some((test) => testHolds(test, answers, today))
}
