import type pg from 'pg'

/** The process of PostgreSQL that answers a connection. */
interface Backend {
  /** `pid start-of-the-process`: a number alone is used again. */
  process: string
  /** When PostgreSQL started: another machine has another time. */
  server: string
  /** When this process made the connection (`performance.now()`). */
  madeAt: number
}

const PROCESS = "pid || ' ' || extract(epoch from backend_start)"
const SERVER = 'extract(epoch from pg_postmaster_start_time())::text as server'
const WHO_AM_I = `select ${PROCESS} as process, ${SERVER} from pg_stat_activity where pid = pg_backend_pid()`
const WHO_IS_THERE = `select ${SERVER}, array(select ${PROCESS} from pg_stat_activity where pid = any($1)) as processes`

// Internal to the driver; missing in its types. `end()` would wait for the other side.
const cut = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()

/** Finds connections of a pool that lead to nobody any more, by asking the database on another connection. */
export interface ConnectionWatch {
  /**
   * Closes the connections that the database does not know. Their statements, which nobody would ever answer, fail.
   * @param asked a connection that does not belong to the pool
   * @param since when making `asked` was begun (`performance.now()`)
   */
  closeLost: (asked: pg.Client, since: number) => Promise<void>
  /** Closes all connections. */
  closeAll: () => void
}

/** Watches the connections that a pool makes from now on. See docs/decisions/0460-connections-that-lead-nowhere.md. */
export function watchConnections(pool: pg.Pool): ConnectionWatch {
  const known = new Map<pg.PoolClient, Backend | null>()
  pool.on('connect', (client) => {
    const madeAt = performance.now()
    known.set(client, null)
    client.query(WHO_AM_I).then(
      ({ rows: [row] }) => row && known.has(client) && known.set(client, { ...row, madeAt }),
      () => undefined,
    )
  })
  pool.on('remove', (client) => known.delete(client))
  const closeLost = async (asked: pg.Client, since: number) => {
    const before = [...known]
    const numbers = before.flatMap(([, backend]) => (backend ? [Number.parseInt(backend.process, 10)] : []))
    const { rows } = await asked.query<{ server: string; processes: string[] }>(WHO_IS_THERE, [numbers])
    const [answer] = rows
    for (const [client, backend] of answer ? before : []) {
      if (!backend || answer?.processes.includes(backend.process)) continue
      // The address led to this server after the connection was made. An older answer of another server says nothing.
      if (answer?.server === backend.server || since > backend.madeAt) cut(client)
    }
  }
  return {
    closeLost,
    closeAll: () => {
      for (const client of known.keys()) cut(client)
    },
  }
}
