import type { AnswerTest, FormItem, Predicate } from '#casework/intake-forms/form-definition.ts'
import { operatorsOf } from '#casework/intake-forms/predicate.ts'
import type { Operator } from '#platform/schema/comparison.ts'
import { isJson, type Json, listOf, textOf } from './fhir-json.ts'

const operators: Record<string, Operator> = {
  exists: 'answered',
  '=': 'is',
  '!=': 'is-not',
  '<': 'less',
  '<=': 'at-most',
  '>=': 'at-least',
  '>': 'more',
}

/** The keys of the questions before an element by their `linkId`. */
export type Earlier = Map<string, FormItem>

function readTest(when: Json, earlier: Earlier): AnswerTest | null {
  const item = earlier.get(textOf(when.question))
  const plain = operators[textOf(when.operator)]
  if (!item || !plain) return null
  const operator = item.kind !== 'choices' ? plain : plain === 'is' ? 'any-of' : plain === 'is-not' ? 'none-of' : plain
  if (!operatorsOf[item.kind].includes(operator)) return null
  const value = readValue(when, item)
  if (value === null) return null
  return { item: item.key, operator, value: operator === 'any-of' || operator === 'none-of' ? [String(value)] : value }
}

function readValue(when: Json, item: FormItem): boolean | number | string | null {
  const { answerBoolean, answerCoding } = when
  if (typeof answerBoolean === 'boolean') return answerBoolean
  if (isJson(answerCoding)) {
    const { code, system } = answerCoding
    const option = item.options.find((each) =>
      each.code ? each.code.code === code && (!system || each.code.system === system) : each.key === code,
    )
    return option?.key ?? null
  }
  const number = when.answerDecimal ?? when.answerInteger
  if (typeof number === 'number') {
    if (item.kind === 'number' || item.kind === 'money') return number
    return item.options.find(({ key }) => key === String(number))?.key ?? null
  }
  const text = when.answerString ?? when.answerDate
  if (typeof text !== 'string') return null
  if (item.kind !== 'choice' && item.kind !== 'choices') return text
  return item.options.find(({ text: words }) => words.en === text || words.es === text)?.key ?? null
}

/** The condition of an element; undefined if a part of it cannot be represented. */
export function readCondition(element: Json, earlier: Earlier): Predicate | null | undefined {
  const whens = listOf(element.enableWhen)
  if (!whens.length) return null
  const tests = whens.map((when) => readTest(when, earlier))
  if (tests.length > 20 || tests.some((test) => test === null)) return undefined
  return { match: element.enableBehavior === 'any' ? 'any' : 'all', tests: tests.filter((test) => test !== null) }
}

const symbols: Partial<Record<Operator, string>> = {
  answered: 'exists',
  is: '=',
  'is-not': '!=',
  less: '<',
  'at-most': '<=',
  'at-least': '>=',
  more: '>',
  'any-of': '=',
  'none-of': '!=',
}

function writeValue({ operator, value }: AnswerTest, item: FormItem): Json | null {
  if (operator === 'answered' || item.kind === 'yes-no') return { answerBoolean: value }
  if (item.kind === 'number' || item.kind === 'money') return { answerDecimal: value }
  if (item.kind === 'date') return { answerDate: value }
  if (item.kind === 'text') return { answerString: value }
  const [key, ...others] = [value].flat()
  const option = item.options.find((each) => each.key === key)
  if (!option || others.length) return null
  const { code } = option
  return { answerCoding: code ? { system: code.system, code: code.code } : { code: option.key } }
}

/** A condition as `enableWhen`; null if FHIR has no words for it. @param linkIdOf the `linkId` of a question */
export function writeCondition(
  { match, tests }: Predicate,
  itemOf: (key: string) => FormItem | undefined,
  linkIdOf: (key: string) => string,
): Json | null {
  const enableWhen = tests.map((test) => {
    const item = itemOf(test.item)
    const operator = symbols[test.operator]
    const value = item && operator ? writeValue(test, item) : null
    return value && { question: linkIdOf(test.item), operator, ...value }
  })
  if (enableWhen.some((each) => each === null)) return null
  return { enableWhen, ...(tests.length > 1 ? { enableBehavior: match } : {}) }
}
