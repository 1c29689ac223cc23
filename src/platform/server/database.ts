import { type Generated, type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { type ConnectionWatch, watchConnections } from './driver/lost-connections.ts'
import { pipelinedKysely } from './driver/pipelined-dialect.ts'
import { PREPARED, PreparingClient } from './driver/prepared-statement.ts'

/** Each feature adds its tables here: `declare module '#platform/server/database.ts' { interface Tables { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
/** A table, typed by the contract of its rows; an insert may omit columns that the database fills in. */
export type TableFor<Row, Filled extends keyof Row = never> = {
  [Column in keyof Row]: Column extends Filled ? Generated<Row[Column]> : Row[Column]
}
export type Database = Kysely<Tables>
export type InTransaction = Transaction<Tables>

/**
 * Put it at the end of a statement whose text never changes and that one plan suits whatever its values are: by keys, or
 * in the order of an index, not by words or ranges. Each connection prepares it once, which is most of the cost of a short
 * statement. Not for `select *`: once a migration adds a column, such a statement fails on connections that prepared it.
 */
export const prepared = sql.raw(PREPARED)

const ASSUMED_KEYS = 10

/**
 * Keys for a prepared statement, with others that match nothing: PostgreSQL assumes that an array of unknown length has
 * ten elements, and replans every shorter one in the hope of a better plan.
 */
export const paddedKeys = (keys: string[], filler: string | null = null): (string | null)[] => [
  ...keys,
  ...Array<string | null>(Math.max(0, ASSUMED_KEYS - keys.length)).fill(filler),
]

const INT8 = 20
const TIMESTAMPTZ = 1184
const DATE = 1082
const NUMERIC = 1700

const inUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/

/** Converts to an ISO string in UTC, with milliseconds. The fast path covers almost all values. */
function readTime(value: string) {
  const [, day, time, part = ''] = inUtc.exec(value) ?? []
  return day ? `${day}T${time}.${part.slice(1, 4).padEnd(3, '0')}Z` : new Date(value).toISOString()
}

/**
 * Parses values into the types of the contracts: times as ISO strings in UTC, days as yyyy-MM-dd, counts as numbers.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return readTime
    if (oid === DATE) return (value: string) => value
    if (oid === INT8 || oid === NUMERIC) return Number
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/**
 * Notices within 20 seconds that the server of a connection has disappeared, if it has acknowledged all that was sent.
 * See docs/decisions/0447-a-database-that-disappears.md.
 */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export type { ConnectionWatch }

export interface OpenDatabase {
  database: Database
  pool: pg.Pool
  connections: ConnectionWatch
  close: () => Promise<void>
}

/**
 * Opens a connection pool to PostgreSQL (15 or newer).
 * @param url libpq connection URL
 * @param max maximum number of connections
 * @param idleSeconds when a connection without work is closed; a new one has everything to map and to plan again, and its
 * first searches take several times longer
 */
export function openDatabase(url: string, max = 10, idleSeconds = 10): OpenDatabase {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max,
    idleTimeoutMillis: idleSeconds * 1000,
    types,
    ...keptAlive,
    pipeline: true,
    application_name: 'hearthline',
  })
  // The pool replaces an idle connection that the server closed; without a listener, the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // Starting workers takes longer than what they would save: see docs/decisions/0414-statements-without-workers.md.
    void client.query('set max_parallel_workers_per_gather = 0').catch(() => undefined)
  })
  const connections = watchConnections(pool)
  const database = pipelinedKysely<Tables>(pool)
  return { database, pool, connections, close: () => database.destroy() }
}

/** Runs several queries on one connection; queries that `work` starts without awaiting are pipelined. */
export const onOneConnection = <Answer>(database: Database, work: (one: Database) => Promise<Answer>) =>
  database.isTransaction ? work(database) : database.connection().execute(work)

/** PostgreSQL aborted a transaction in favor of another one: a deadlock, or a conflict of versions. */
const aborted = new Set(['40P01', '40001'])

/**
 * Runs an act in a transaction of its own, and once more if PostgreSQL aborted it in favor of another one: then nothing
 * of it has happened. The last guard against deadlocks; the first is one order of locks.
 * @param act only statements: nothing outside the transaction may remember its first run
 */
export async function runAct<Answer>(database: Database, act: (transaction: InTransaction) => Promise<Answer>) {
  try {
    return await database.transaction().execute(act)
  } catch (error) {
    if (!aborted.has((error as { code?: string }).code ?? '')) throw error
    return database.transaction().execute(act)
  }
}

/** Runs work in the transaction that is already open, or in one of its own. */
export const inTransaction = <Answer>(database: Database, work: (transaction: Database) => Promise<Answer>) =>
  database.isTransaction ? work(database) : database.transaction().execute(work)
