import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { READY_PATH } from './errors.ts'
import type { EventHub } from './event-hub.ts'
import { problem } from './problem.ts'

/** The state of the process: `ready` is false during a migration, during shutdown, or without a database. */
export interface Readiness {
  draining: boolean
}

/** While the process drains, each answer is the last one of its connection, so that none is open at the end. */
export function endConnectionsAtDrain(app: FastifyInstance, readiness: Readiness) {
  app.addHook('onRequest', async (_request, reply) => {
    if (readiness.draining) reply.header('connection', 'close')
  })
}

const Healthy = z.object({ status: z.literal('ok') })
/** The event loop delay in the current minute, in milliseconds. */
const Ready = Healthy.extend({ eventLoopDelay: z.object({ p99: z.number(), max: z.number() }) })

const MINUTE_MS = 60_000
const inMs = (ns: number) => Math.round(ns / 1e5) / 10

/** Monitors the event loop, per minute. `/metrics` reports the same as `nodejs_eventloop_lag_…`. */
function watchEventLoop(app: FastifyInstance) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const timer = setInterval(() => delay.reset(), MINUTE_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delay.disable()
  })
  return () => (delay.count ? { p99: inMs(delay.percentile(99)), max: inMs(delay.max) } : { p99: 0, max: 0 })
}

export const healthRoutes: FastifyPluginAsyncZod<{ hub: EventHub; readiness: Readiness }> = async (
  app,
  { hub, readiness },
) => {
  const open = { access: 'anyone' as const }
  const eventLoopDelay = watchEventLoop(app)
  app.get(
    '/api/health/live',
    { config: open, schema: { tags: ['health'], summary: 'Whether the process is alive', response: { 200: Healthy } } },
    async () => ({
      status: 'ok' as const,
    }),
  )
  app.get(
    READY_PATH,
    {
      config: open,
      schema: { tags: ['health'], summary: 'Whether the portal is ready to serve', response: { 200: Ready } },
    },
    async ({ log }) => {
      if (readiness.draining) throw problem('unavailable')
      if (!(await hub.isConnected())) {
        log.error('not ready: the database does not answer')
        throw problem('unavailable')
      }
      return { status: 'ok' as const, eventLoopDelay: eventLoopDelay() }
    },
  )
}
