import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { type ConnectionWatch, type Database, keptAlive, prepared, type Tables } from './database.ts'
import type { Log } from './log.ts'
import { within } from './within.ts'

/** A position in the event stream: transaction, then number. In Last-Event-ID: `transaction-number`. */
export interface Position {
  transaction: string
  id: number
}
export interface DeliveredEvent {
  position: Position
  type: string
  subjectId: string
  audience: string[]
  /**
   * Whether an older transaction is still running: events of that one will follow that are before this one. So nobody's
   * position may pass it, and the hub delivers it again, in its order, once the older ones have ended.
   */
  isEarly: boolean
}
export type Listener = (events: DeliveredEvent[]) => void

export const formatPosition = (p: Position) => `${p.transaction}-${p.id}`
export function parsePosition(text: string | undefined): Position | null {
  const [, transaction, id] = /^(\d{1,20})-(\d{1,15})$/.exec(text ?? '') ?? []
  return transaction && id ? { transaction, id: Number(id) } : null
}

export const isAfter = (a: Position, b: Position) =>
  BigInt(a.transaction) > BigInt(b.transaction) || (a.transaction === b.transaction && a.id > b.id)

/** How long a connection to the database may take. */
const CONNECT_MS = 10_000
/** How long the database may take to answer that it is there. */
const ANSWER_MS = 2000
/** How often it is asked, also if nobody asks for readiness. */
const ASK_MS = 10_000
/** After so many questions without an answer the pool's connections are closed. */
const MOST_UNANSWERED = 6

/** How long one reading of events may take: its connection may lead to a machine that has disappeared. */
const READ_MS = 60_000

/** At most so many events are read at once. */
export const BATCH = 500

/** What has been committed, as PostgreSQL writes a `pg_snapshot`. */
type Snapshot = string
const emptySnapshot: Snapshot = '1:1:'

interface Reading {
  /** Everything before it has been committed. */
  current: Position
  seen: Snapshot
  /** In their order; those that are early are last. */
  events: DeliveredEvent[]
}

interface ReadRow {
  oldest: string
  seen: Snapshot
  transaction: string
  /** null if there is no event */
  id: number | null
  type: string
  subjectId: string
  audience: string[]
  isEarly: boolean
}

/**
 * Events after a position, and what has been committed. `isEarly` begins at the oldest transaction that is still running:
 * a transaction that started earlier but commits later adds events behind those of a faster one.
 * @param seen of the early ones, only those that were not committed yet in this snapshot
 */
export async function readEvents(
  database: Kysely<Tables>,
  after: Position,
  seen: Snapshot = emptySnapshot,
): Promise<Reading> {
  // Events that were restored from another database may have numbers that transactions of this one do not have yet.
  const { rows } = await sql<ReadRow>`
    select pg_snapshot_xmin(now.snapshot)::text as oldest, now.snapshot::text as seen, found.*
    from (select pg_current_snapshot() as snapshot) now left join lateral (
      select transaction_id::text as transaction, id, type, subject_id, audience,
        transaction_id >= pg_snapshot_xmin(now.snapshot) as is_early
      from event
      where (transaction_id, id) > (${after.transaction}::xid8, ${after.id})
        and transaction_id < pg_snapshot_xmax(now.snapshot)
        and (transaction_id < pg_snapshot_xmin(now.snapshot)
          or not pg_visible_in_snapshot(transaction_id, ${seen}::pg_snapshot))
      order by transaction_id, id limit ${BATCH}) found on true ${prepared}`.execute(database)
  const events = rows.flatMap(({ transaction, id, type, subjectId, audience, isEarly }) =>
    id === null ? [] : [{ position: { transaction, id }, type, subjectId, audience, isEarly }],
  )
  const { oldest = '0', seen: now = emptySnapshot } = rows[0] ?? {}
  return { current: { transaction: oldest, id: 0 }, seen: now, events }
}

/** Where a new reader starts: after everything that has been committed. */
export async function currentPosition(database: Kysely<Tables>): Promise<Position> {
  const { rows } = await sql<{
    transaction: string
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as transaction`.execute(database)
  return { transaction: rows[0]?.transaction ?? '0', id: 0 }
}

export interface EventHub {
  /** Everything before it has been committed: a later read sees it. */
  position: () => Position
  /** @param restart called when another database has taken the place of this one: positions begin anew */
  listen: (listener: Listener, restart?: () => void) => () => void
  /**
   * Whether the database answers within two seconds, on the hub's own connection: all others may be in use. Closes dead
   * connections of the pool.
   */
  isConnected: () => Promise<boolean>
  stop: () => Promise<void>
}

/** Who asks while a question is in progress gets its answer. */
function oneAtATime(ask: () => Promise<boolean>) {
  let question: Promise<boolean> | null = null
  return () => {
    question ??= ask().finally(() => {
      question = null
    })
    return question
  }
}

/** Logs how many connections were closed, and why. */
function withLog(connections: ConnectionWatch, log: Log): ConnectionWatch {
  const logged = (count: number, reason: string) => {
    if (count > 0) log.warn({ count, reason }, 'connections of the pool were closed')
    return count
  }
  return {
    closeLost: async (asked, since) =>
      logged(await connections.closeLost(asked, since), 'the database does not know them'),
    closeAll: () => logged(connections.closeAll(), `the database left ${MOST_UNANSWERED} questions unanswered`),
  }
}

/** Closes the pool's connections when question after question is not answered. */
function askRegularly(ms: number, isThere: () => Promise<boolean>, connections: ConnectionWatch | undefined) {
  let unanswered = 0
  return setInterval(async () => {
    unanswered = (await isThere()) ? 0 : unanswered + 1
    if (unanswered >= MOST_UNANSWERED) connections?.closeAll()
  }, ms).unref()
}

/**
 * One LISTEN connection per process. Every process receives all events, whichever process caused them.
 * @param options.connections of the pool; those that are lost are closed
 * @param options.readMs when a reading is given up for another one
 * @param options.askMs how often the database is asked whether it is there
 */
export async function startEventHub(options: {
  database: Database
  url: string
  log: Log
  connections?: ConnectionWatch
  readMs?: number
  askMs?: number
}): Promise<EventHub> {
  const { database, url, log, readMs = READ_MS, askMs = ASK_MS } = options
  const connections = options.connections && withLog(options.connections, log)
  const listeners = new Map<Listener, (() => void) | undefined>()
  let position = await currentPosition(database)
  let seen = emptySnapshot
  let stopped = false
  let reading: Promise<void> | null = null
  let again = false
  let client: pg.Client | null = null
  let connected: pg.Client | null = null
  let since = 0
  /** The database is there, but lets nobody in. */
  let isRefused = false

  const deliver = (events: DeliveredEvent[]) => {
    if (events.length > 0) for (const listener of listeners.keys()) listener(events)
  }
  let readings = 0
  const readOnce = async () => {
    const mine = ++readings
    for (;;) {
      const { current, seen: now, events } = await readEvents(database, position, seen)
      // Another reading has taken its place.
      if (mine !== readings) return
      // Another database has taken the place of this one.
      if (isAfter(position, current)) {
        position = current
        seen = now
        for (const restart of [...listeners.values()]) restart?.()
        continue
      }
      const settled = events.filter(({ isEarly }) => !isEarly)
      position = settled.at(-1)?.position ?? position
      const isFull = events.length === BATCH
      // Early ones that do not fit among so many wait for their turn.
      deliver(isFull && settled.length > 0 ? settled : events)
      if (isFull && settled.length > 0) continue
      seen = now
      // What is committed meanwhile notifies.
      return
    }
  }
  const read = () => {
    again = true
    reading ??= (async () => {
      while (again && !stopped) {
        again = false
        const done = readOnce().catch((err) => log.warn({ err }, 'events could not be read'))
        await within(readMs, done, undefined)
      }
      reading = null
    })()
  }
  const connect = async () => {
    if (stopped) return
    const next = new pg.Client({
      ...{ connectionString: url, application_name: 'hearthline-events' },
      ...{ ...keptAlive, connectionTimeoutMillis: CONNECT_MS },
    })
    next.on('error', () => undefined)
    next.on('notification', read)
    next.on('end', () => setTimeout(() => connect().catch(() => undefined), 500).unref())
    client = next
    since = performance.now()
    await next
      .connect()
      .then(() => {
        connected = next
        isRefused = false
        return next.query('listen hearthline_event')
      })
      .then(read)
      // Another machine may have taken the place of the one to which the pool's connections lead.
      .then(() => void isConnected())
      .catch((err) => {
        isRefused = err instanceof pg.DatabaseError
      })
  }
  const askOnce = async () => {
    const asked = client
    const isThere = async () => {
      if (!asked) return false
      const answered = connections ? connections.closeLost(asked, since) : asked.query('select 1')
      return answered.then(
        () => true,
        () => false,
      )
    }
    const answer = await within(ANSWER_MS, isThere(), null)
    // Its server has probably disappeared. Another one may have taken its place, so a new connection is tried.
    // One that is being made has its own time limit.
    if (answer === null && asked && asked === connected) void asked.end().catch(() => undefined)
    return answer === true
  }
  const isConnected = oneAtATime(askOnce)
  await connect()
  const asking = askRegularly(askMs, async () => isRefused || (await isConnected()), connections)
  // An event gets its place once the older transactions have ended, which sends no notification.
  const timer = setInterval(read, 1000).unref()
  return {
    position: () => position,
    listen: (listener, restart) => {
      listeners.set(listener, restart)
      return () => listeners.delete(listener)
    },
    isConnected,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      clearInterval(asking)
      await reading
      await client?.end().catch(() => undefined)
    },
  }
}
