import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'
import { within } from './within.ts'

interface Step {
  /** of what it stops, for the log */
  name: string
  stop: () => unknown
}

/** A step that fails or takes longer is left behind: the process ends anyway. */
const settle = (log: Log, ms: number, steps: Step[]) =>
  Promise.all(
    steps.map(async ({ name, stop }) => {
      const stopped = (async () => stop())().then(
        () => true,
        (err) => {
          log.warn({ err, step: name }, 'a step of stopping failed')
          return true
        },
      )
      if (!(await within(ms, stopped, false))) log.warn({ step: name, ms }, 'a step of stopping did not finish in time')
    }),
  )

/**
 * Stops accepting connections, finishes the requests in progress, and ends what is open after so many milliseconds: a
 * request that never arrives, or a reader that is too slow.
 */
export async function closeServer(app: FastifyInstance, ms: number) {
  const limit = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close().finally(() => clearTimeout(limit))
}

/** How long a connection may take to close; longer if its database has disappeared. */
const CONNECTION_MS = 5000

/** Collects how to stop what a start has begun: for its end, and for a start that fails later. */
export function createShutdown(log: Log) {
  const serving: Step[] = []
  const connections: Step[] = []
  return {
    /** What does work for others, and finishes it. */
    addServing: (name: string, stop: Step['stop']) => void serving.push({ name, stop }),
    /** What that needs. */
    addConnection: (name: string, stop: Step['stop']) => void connections.unshift({ name, stop }),
    /**
     * Stops at once all that serves, then the connections, the latest first.
     * @param ms for what serves
     */
    run: async (ms: number) => {
      await settle(log, ms, serving)
      for (const step of connections) await settle(log, CONNECTION_MS, [step])
    },
  }
}
