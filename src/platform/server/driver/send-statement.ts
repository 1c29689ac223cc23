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
  /** Also what lies inside of JSON is named as in the product. */
  within = (value: unknown) => this.mapRow({ value }).value
}
const names = new Names({ underscoreBeforeDigits: true })

// The driver exports it; its types do not say so.
declare class DriverQuery {
  constructor(config: object)
  handleRowDescription(message: { fields: FieldDescription[] }): void
}
const { Query } = pg as unknown as { Query: typeof DriverQuery }

/** Names a result's columns when they are announced, once, instead of in every row. */
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

/** Clients whose statements are being gathered. */
const gathering = new WeakSet<pg.PoolClient>()

/** What is begun together leaves in one packet: each packet costs the process as much as all else about a short statement. */
function gather(client: pg.PoolClient) {
  if (gathering.has(client)) return
  // The driver's own; its types do not say so.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  gathering.add(client)
  stream.cork()
  process.nextTick(() => {
    gathering.delete(client)
    stream.uncork()
  })
}

/** Sends one statement; its rows come with their columns in the product's spelling. */
export function sendStatement(client: pg.PoolClient, text: string, values: readonly unknown[] = []) {
  const query = new NamedQuery({ text, name: statementName(text), ...(values.length ? { values } : {}) })
  return new Promise<Answer>((done, fail) => {
    const answered = (error: Error | null, answer: Answer) => {
      if (error) return fail(error)
      // Several statements in one text have several answers, that nobody asks for.
      const { command, rowCount, rows = [] } = answer
      for (const name of query.inJson) for (const row of rows) row[name] = names.within(row[name])
      done({ command, rowCount, rows })
    }
    gather(client)
    ;(client.query as (...given: unknown[]) => unknown)(query, answered)
  }).catch((error) => {
    // Leads back to whoever asked; the driver knows only the socket.
    Error.captureStackTrace(error, sendStatement)
    throw error
  })
}
