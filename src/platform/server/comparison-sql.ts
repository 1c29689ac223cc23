import { type RawBuilder, sql } from 'kysely'
import type { Operator } from '#platform/schema/comparison.ts'

type Part = RawBuilder<unknown>
/** Ages and `answered` belong to forms, which no statement compares. */
export type SqlOperator = Exclude<Operator, 'answered' | 'age-at-least' | 'age-at-most'>

const parts: Record<SqlOperator, (given: Part, value: Part) => Part> = {
  is: (given, value) => sql`${given} = ${value}`,
  'is-not': (given, value) => sql`${given} <> ${value}`,
  less: (given, value) => sql`${given} < ${value}`,
  'at-most': (given, value) => sql`${given} <= ${value}`,
  'at-least': (given, value) => sql`${given} >= ${value}`,
  more: (given, value) => sql`${given} > ${value}`,
  // Of an empty list, `any` is false and `all` is true whatever is given.
  in: (given, value) => sql`case when ${given} is not null then ${given} = any (${value}) end`,
  'not-in': (given, value) => sql`case when ${given} is not null then ${given} <> all (${value}) end`,
  'any-of': (given, value) => sql`${given} && ${value}`,
  'none-of': (given, value) => sql`not ${given} && ${value}`,
  'subset-of': (given, value) => sql`${given} <@ ${value}`,
}

/** `compare` as SQL: null if something is. Lists are arrays. */
export const comparisonSql = (operator: SqlOperator, given: Part, value: Part) => parts[operator](given, value)
