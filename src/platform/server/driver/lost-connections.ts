import type pg from 'pg'

/** The process of PostgreSQL that answers a connection. */
interface Backend {
  /** `pid start-of-the-process`: a number alone is used again. */
  process: string
  /** When PostgreSQL started: another machine has another time. */
  server: string
}

interface Connection {
  /** When this process made the connection (`performance.now()`). */
  madeAt: number
  /** `asked` as long as the database has not answered; null if it refused to. */
  backend: Backend | 'asked' | null
}

const PROCESS = "pid || ' ' || extract(epoch from backend_start)"
const SERVER = 'extract(epoch from pg_postmaster_start_time())::text as server'
const WHO_AM_I = `select ${PROCESS} as process, ${SERVER} from pg_stat_activity where pid = pg_backend_pid()`
const WHO_IS_THERE = `select ${SERVER}, array(select ${PROCESS} from pg_stat_activity where pid = any($1)) as processes`

/** How long the database may take to answer WHO_AM_I, before which nothing on a connection takes long. */
const SILENT_MS = 10_000

// Internal to the driver; missing in its types. `end()` would wait for the other side.
const destroySocket = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy()

/** Finds dead connections of a pool by asking the database on another connection. */
export interface ConnectionWatch {
  /**
   * Closes the connections that the database does not know. Their statements, which nobody would ever answer, fail.
   * @param asked a connection that does not belong to the pool
   * @param since when making `asked` was begun (`performance.now()`)
   * @returns how many it closed
   */
  closeLost: (asked: pg.Client, since: number) => Promise<number>
  /** Closes all connections. @returns how many */
  closeAll: () => number
}

/**
 * Watches the connections that a pool makes from now on. See docs/decisions/0460-dead-connections.md.
 * @param silentMs after this time, a new connection that was never answered counts as lost
 */
export function watchConnections(pool: pg.Pool, silentMs = SILENT_MS): ConnectionWatch {
  const known = new Map<pg.PoolClient, Connection>()
  pool.on('connect', (client) => {
    const connection: Connection = { madeAt: performance.now(), backend: 'asked' }
    known.set(client, connection)
    client.query<Backend>(WHO_AM_I).then(
      ({ rows: [row] }) => {
        connection.backend = row ?? null
      },
      () => {
        connection.backend = null
      },
    )
  })
  pool.on('remove', (client) => known.delete(client))
  const closeLost = async (asked: pg.Client, since: number) => {
    const before = [...known].map(([client, connection]) => ({ client, connection, backend: connection.backend }))
    const numbers = before.flatMap(({ backend }) =>
      backend && backend !== 'asked' ? [Number.parseInt(backend.process, 10)] : [],
    )
    const { rows } = await asked.query<{ server: string; processes: string[] }>(WHO_IS_THERE, [numbers])
    const [answer] = rows
    if (!answer) return 0
    const isLost = ({ connection, backend }: (typeof before)[number]) => {
      const { madeAt } = connection
      if (connection.backend === 'asked') return since > madeAt && performance.now() - madeAt > silentMs
      if (!backend || backend === 'asked' || answer.processes.includes(backend.process)) return false
      // The address led to this server after the connection was made. An older answer of another server says nothing.
      return answer.server === backend.server || since > madeAt
    }
    const lost = before.filter((each) => known.has(each.client) && isLost(each))
    for (const { client } of lost) destroySocket(client)
    return lost.length
  }
  return {
    closeLost,
    closeAll: () => {
      for (const client of known.keys()) destroySocket(client)
      return known.size
    },
  }
}
