import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { PlanKeepingClient } from './kept-plan.ts'

/** Each feature adds its tables here: `declare module '#platform/server/database.ts' { interface Tables { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
export type Database = Kysely<Tables>
export type InTransaction = Transaction<Tables>

const INT8 = 20
const TIMESTAMPTZ = 1184
const DATE = 1082
const NUMERIC = 1700

/** Values leave the database as their contracts have them: times as ISO strings in UTC, days as yyyy-MM-dd, counts as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return (value: string) => new Date(value).toISOString()
    if (oid === DATE) return (value: string) => value
    if (oid === INT8 || oid === NUMERIC) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

export interface OpenDatabase {
  database: Database
  pool: pg.Pool
  close: () => Promise<void>
}

/**
 * Opens a pool on a PostgreSQL (15 or newer).
 * @param url libpq connection address
 * @param max connections at most
 */
export function openDatabase(url: string, max = 10): OpenDatabase {
  const pool = new pg.Pool({
    Client: PlanKeepingClient,
    connectionString: url,
    max,
    types,
    application_name: 'hearthline',
  })
  // An idle connection that the server ends is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ underscoreBeforeDigits: true })],
  })
  return { database, pool, close: () => database.destroy() }
}
