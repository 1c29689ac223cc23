import { sql } from 'kysely'
import pg from 'pg'

const MARK = '/* plan kept */'
/** More texts than the product has of them: a bound on what a connection holds, should one of them not stay the same. */
const MOST = 100

/**
 * Ends a statement whose text never changes and that one plan suits whatever its values are: by keys, not by words or ranges.
 * Each connection prepares it once, which for a short statement is most of its cost.
 */
export const keptPlan = sql.raw(MARK)

const names = new Map<string, string>()
/** The name under which a connection prepares this text; none for what is sent as it comes. */
export function nameOfPlan(text: string) {
  if (!text.endsWith(MARK)) return undefined
  const known = names.get(text)
  if (known || names.size >= MOST) return known
  const name = `kept_${names.size + 1}`
  names.set(text, name)
  return name
}

/** A connection that prepares what ends in {@link keptPlan}, and sends everything else as it comes. */
export class PlanKeepingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: stands for all forms of the driver's own
  override query(...given: any[]): any {
    const [text, values, ...callback] = given
    const name = typeof text === 'string' && given.length > 1 ? nameOfPlan(text) : undefined
    const send = super.query as (...all: unknown[]) => unknown
    return name ? send.call(this, { name, text, values }, ...callback) : send.apply(this, given)
  }
}
