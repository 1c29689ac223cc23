import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { type Database, prepared, type Tables } from './database.ts'
import type { Log } from './log.ts'

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
}
export type Listener = (events: DeliveredEvent[]) => void

export const formatPosition = (p: Position) => `${p.transaction}-${p.id}`
export function parsePosition(text: string | undefined): Position | null {
  const [, transaction, id] = /^(\d{1,20})-(\d{1,15})$/.exec(text ?? '') ?? []
  return transaction && id ? { transaction, id: Number(id) } : null
}

const BATCH = 500

/**
 * Events after a position, oldest first. Stops before the oldest transaction that is still running: a transaction that
 * started earlier but commits later would otherwise add events behind a reader's position.
 */
export async function listEventsAfter(database: Kysely<Tables>, after: Position): Promise<DeliveredEvent[]> {
  const { rows } = await sql<{ transaction: string; id: number; type: string; subjectId: string; audience: string[] }>`
    select transaction_id::text as transaction, id, type, subject_id, audience from event
    where (transaction_id, id) > (${after.transaction}::xid8, ${after.id}) and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    order by transaction_id, id limit ${BATCH} ${prepared}`.execute(database)
  return rows.map((r) => ({
    position: { transaction: r.transaction, id: r.id },
    type: r.type,
    subjectId: r.subjectId,
    audience: r.audience,
  }))
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
  listen: (listener: Listener) => () => void
  stop: () => Promise<void>
}

/** One LISTEN connection per process. Every process receives all events, whichever process caused them. */
export async function startEventHub(options: { database: Database; url: string; log: Log }): Promise<EventHub> {
  const { database, url, log } = options
  const listeners = new Set<Listener>()
  let position = await currentPosition(database)
  let stopped = false
  let reading: Promise<void> | null = null
  let again = false
  let client: pg.Client | null = null

  const readOnce = async () => {
    for (;;) {
      const events = await listEventsAfter(database, position)
      const last = events.at(-1)
      if (!last) return
      position = last.position
      for (const listener of listeners) listener(events)
      // What is committed meanwhile notifies.
      if (events.length < BATCH) return
    }
  }
  const read = () => {
    again = true
    reading ??= (async () => {
      while (again && !stopped) {
        again = false
        await readOnce().catch((err) => log.warn({ err }, 'events could not be read'))
      }
      reading = null
    })()
  }
  const connect = async () => {
    if (stopped) return
    const next = new pg.Client({ connectionString: url, application_name: 'hearthline-events' })
    next.on('error', () => undefined)
    next.on('notification', read)
    next.on('end', () => setTimeout(() => connect().catch(() => undefined), 500).unref())
    client = next
    await next
      .connect()
      .then(() => next.query('listen hearthline_event'))
      .then(read)
      .catch(() => undefined)
  }
  await connect()
  // An event can become readable after an older transaction ends, which sends no notification.
  const timer = setInterval(read, 1000).unref()
  return {
    position: () => position,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await reading
      await client?.end().catch(() => undefined)
    },
  }
}
