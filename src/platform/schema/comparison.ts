import { z } from 'zod'

// One language of comparisons, for conditions of forms and for rules about who can get a service. `comparisonSql` says
// the same as SQL.

export const operators = [
  'answered',
  'is',
  'is-not',
  'less',
  'at-most',
  'at-least',
  'more',
  'in',
  'not-in',
  'any-of',
  'none-of',
  'subset-of',
  'age-at-least',
  'age-at-most',
] as const
export type Operator = (typeof operators)[number]

/** One comparison. `answered` compares with true or false; lists are codes; ages are in years. */
export const comparisonOf = <Name extends z.ZodType, Code extends z.ZodType>(item: Name, code: Code) =>
  z.object({
    item,
    operator: z.enum(operators),
    value: z.union([z.boolean(), z.number(), z.string().max(500), z.array(code).max(100)]),
  })

/** All comparisons hold, or any of them. */
export const predicateOf = <Comparison extends z.ZodType>(comparison: Comparison) =>
  z.object({ match: z.enum(['all', 'any']), tests: z.array(comparison).min(1).max(20) })

/** Null: not known. */
export type Truth = boolean | null

/** Whole years between two days. @param birth as `1990-04-30` @param day as `2026-11-23` */
export function yearsBetween(birth: string, day: string) {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** Compares two numbers, or two days as text. */
function order(given: unknown, value: unknown) {
  if (typeof given === 'number' && typeof value === 'number') return given - value
  if (typeof given === 'string' && typeof value === 'string') return given < value ? -1 : given > value ? 1 : 0
  return Number.NaN
}

const comparisons: Record<Exclude<Operator, 'answered'>, (given: unknown, value: unknown, today: string) => boolean> = {
  is: (given, value) => given === value,
  'is-not': (given, value) => given !== value,
  less: (given, value) => order(given, value) < 0,
  'at-most': (given, value) => order(given, value) <= 0,
  'at-least': (given, value) => order(given, value) >= 0,
  more: (given, value) => order(given, value) > 0,
  in: (given, value) => listOf(value).includes(given),
  'not-in': (given, value) => !listOf(value).includes(given),
  'any-of': (given, value) => listOf(given).some((one) => listOf(value).includes(one)),
  'none-of': (given, value) => !listOf(given).some((one) => listOf(value).includes(one)),
  'subset-of': (given, value) => listOf(given).every((one) => listOf(value).includes(one)),
  'age-at-least': (given, value, today) => yearsBetween(String(given), today) >= Number(value),
  'age-at-most': (given, value, today) => yearsBetween(String(given), today) <= Number(value),
}

/**
 * Whether what is given compares so with the value; null if nothing is given. Only `answered` is always known.
 * @param today as `2026-11-23`, for ages
 */
export function compare(operator: Operator, given: unknown, value: unknown, today = ''): Truth {
  const isGiven = given !== undefined && given !== null
  if (operator === 'answered') return isGiven === (value !== false)
  return isGiven ? comparisons[operator](given, value, today) : null
}

/** False if one is false; otherwise not known if one is not. */
export const allHold = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : truths.includes(null) ? null : true

/** True if one is true; otherwise not known if one is not. */
export const anyHolds = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.includes(null) ? null : false
