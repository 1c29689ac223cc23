import type { Writable } from 'node:stream'
import { CamelCasePlugin } from 'kysely'
import pg from 'pg'
import { statementName } from './prepared-statement.ts'

interface FieldDescription {
  name: string
  dataTypeID: number
}
interface Answer {
  command: string
  rowCount: number | null
  // biome-ignore lint/suspicious/noExplicitAny: whatever the statement selects
  rows: any[]
}

const JSON_TYPES = new Set([114, 199, 3802, 3807])

class Names extends CamelCasePlugin {
  named = (name: string) => this.camelCase(name)
  /** Keys inside JSON values are renamed too. */
  within = (value: unknown) => this.mapRow({ value }).value
}
const names = new Names({ underscoreBeforeDigits: true })

// The driver exports it, but its types do not.
declare class DriverQuery {
  constructor(config: object)
  handleRowDescription(message: { fields: FieldDescription[] }): void
}
const { Query } = pg as unknown as { Query: typeof DriverQuery }

/** Renames the columns of a result once, when they are announced, instead of in every row. */
class NamedQuery extends Query {
  readonly inJson: string[] = []
  override handleRowDescription(message: { fields: FieldDescription[] }) {
    for (const field of message.fields) {
      field.name = names.named(field.name)
      if (JSON_TYPES.has(field.dataTypeID)) this.inJson.push(field.name)
    }
    super.handleRowDescription(message)
  }
}

/** Clients whose statements are being collected. */
const gathering = new WeakSet<pg.PoolClient>()

/**
 * Statements started together are sent in one packet: each packet costs the process as much as the rest of a short
 * statement.
 */
function gather(client: pg.PoolClient) {
  if (gathering.has(client)) return
  // Internal to the driver; missing in its types.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  gathering.add(client)
  stream.cork()
  process.nextTick(() => {
    gathering.delete(client)
    stream.uncork()
  })
}

/** Sends one statement; the columns of its rows are in camelCase. */
export function sendStatement(client: pg.PoolClient, text: string, values: readonly unknown[] = []) {
  const query = new NamedQuery({ text, name: statementName(text), ...(values.length ? { values } : {}) })
  return new Promise<Answer>((done, fail) => {
    const answered = (error: Error | null, answer: Answer) => {
      if (error) return fail(error)
      // Several statements in one text have several results, which nobody reads.
      const { command, rowCount, rows = [] } = answer
      for (const name of query.inJson) for (const row of rows) row[name] = names.within(row[name])
      done({ command, rowCount, rows })
    }
    gather(client)
    ;(client.query as (...given: unknown[]) => unknown)(query, answered)
  }).catch((error) => {
    // The stack of the caller; the driver's own stack only shows the socket.
    Error.captureStackTrace(error, sendStatement)
    throw error
  })
}
