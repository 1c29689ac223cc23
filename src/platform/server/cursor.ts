import { z } from 'zod'
import { fieldProblem } from './problem.ts'

/** The place where a page of a keyed list ended, as text that a caller hands back unread. */
export const writeCursor = (key: readonly (string | number | null)[]) =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/**
 * Reads a cursor back.
 * @param parts what the list's key consists of
 * @throws a 400 at `cursor` for anything that this list did not write
 */
export function readCursor<Parts extends [z.ZodType, ...z.ZodType[]]>(
  cursor: string | undefined,
  parts: Parts,
): z.infer<z.ZodTuple<Parts>> | undefined {
  if (cursor === undefined) return undefined
  try {
    const read = z.tuple(parts).safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    // PostgreSQL's text holds no NUL, and no key of ours does.
    if (read.success && !JSON.stringify(read.data).includes('\\u0000')) return read.data
  } catch {
    // not JSON: the same answer
  }
  throw fieldProblem('cursor', 'invalid')
}

/** A page out of one row more than was asked for. */
export function pageFrom<Row>(rows: Row[], limit: number, keyOf: (row: Row) => readonly (string | number | null)[]) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? writeCursor(keyOf(last)) : null }
}
