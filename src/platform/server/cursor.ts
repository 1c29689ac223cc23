import { z } from 'zod'
import { fieldProblem } from './problem.ts'

/** The key after which the next page starts, as an opaque string for the caller. */
export const writeCursor = (key: readonly (string | number | null)[]) =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/**
 * Decodes a cursor.
 * @param parts the schemas of the parts of the list's key
 * @throws 400 at `cursor` if this list did not create it
 */
export function readCursor<Parts extends [z.ZodType, ...z.ZodType[]]>(
  cursor: string | undefined,
  parts: Parts,
): z.infer<z.ZodTuple<Parts>> | undefined {
  if (cursor === undefined) return undefined
  try {
    const read = z.tuple(parts).safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    // PostgreSQL text cannot contain NUL, and none of our keys does.
    if (read.success && !JSON.stringify(read.data).includes('\\u0000')) return read.data
  } catch {
    // not JSON: same response as below
  }
  throw fieldProblem('cursor', 'invalid')
}

/** Makes a page from a result with one more row than requested. */
export function pageFrom<Row>(rows: Row[], limit: number, keyOf: (row: Row) => readonly (string | number | null)[]) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? writeCursor(keyOf(last)) : null }
}
