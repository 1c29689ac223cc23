import pg from 'pg'

/** Marks the end of statements that each connection prepares. */
export const PREPARED = '/* prepared */'
/** Limits what a connection stores if the text of a statement should vary. The product has fewer statements. */
const MAX_STATEMENTS = 200

const names = new Map<string, string>()
/** The name under which a connection prepares this text; undefined for statements sent unprepared. */
export function statementName(text: string) {
  if (!text.endsWith(PREPARED)) return undefined
  const known = names.get(text)
  if (known || names.size >= MAX_STATEMENTS) return known
  const name = `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

/** A server that has disappeared does not refuse a connection; the system would wait for it for two minutes. */
const CONNECT_MS = 30_000

/** A client that prepares statements ending in {@link PREPARED}, and sends all others unprepared. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    // Not an option of the pool, which would also limit how long a request waits for a free connection under load.
    super({ connectionTimeoutMillis: CONNECT_MS, ...config })
  }
  // biome-ignore lint/suspicious/noExplicitAny: stands for all overloads of the driver
  override query(...given: any[]): any {
    const [text, values, ...callback] = given
    const name = typeof text === 'string' && given.length > 1 ? statementName(text) : undefined
    const send = super.query as (...all: unknown[]) => unknown
    return name ? send.call(this, { name, text, values }, ...callback) : send.apply(this, given)
  }
}
