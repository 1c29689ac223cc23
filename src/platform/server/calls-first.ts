import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How long a job lets calls go first. It bounds how much notices are delayed on a portal that is never idle. */
const MOST_MS = 50

const inProgress = new Set<FastifyRequest>()
const waiting = new Set<() => void>()

/** A call begins to be answered. In a pause between two calls, one job continues, so the next call does not meet all. */
export function endCall(request: FastifyRequest) {
  if (!inProgress.delete(request) || inProgress.size > 0) return
  const [first] = waiting
  first?.()
}

/** Counts the calls that somebody waits for, until they are answered. What takes over its answer calls {@link endCall}. */
export function countCalls(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    inProgress.add(request)
    // Also if the caller leaves before the answer.
    reply.raw.once('close', () => endCall(request))
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endCall(request)
    done()
  })
}

/**
 * Waits for a pause between the calls to this process, at most for a moment. A notice to a large organization is a
 * hundred jobs, which would compete with every screen for the database; nobody waits for them.
 */
export function letCallsPass() {
  if (inProgress.size === 0) return Promise.resolve()
  return new Promise<void>((done) => {
    const go = () => {
      clearTimeout(timer)
      waiting.delete(go)
      done()
    }
    const timer = setTimeout(go, MOST_MS)
    waiting.add(go)
  })
}
