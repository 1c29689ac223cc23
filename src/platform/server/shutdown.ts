import type { FastifyInstance } from 'fastify'
import { within } from './within.ts'

type Stop = () => unknown

/** A step that fails or takes longer is left behind: the process ends anyway. */
const settle = (ms: number, stops: Stop[]) =>
  within(ms, Promise.allSettled(stops.map(async (stop) => stop())), undefined)

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
export function createShutdown() {
  const serving: Stop[] = []
  const connections: Stop[] = []
  return {
    /** What does work for others, and finishes it. */
    addServing: (stop: Stop) => void serving.push(stop),
    /** What that needs. */
    addConnection: (stop: Stop) => void connections.unshift(stop),
    /**
     * Stops at once all that serves, then the connections, the latest first.
     * @param ms for what serves
     */
    run: async (ms: number) => {
      await settle(ms, serving)
      for (const stop of connections) await settle(CONNECTION_MS, [stop])
    },
  }
}
