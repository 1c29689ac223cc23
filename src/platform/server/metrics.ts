import { createServer } from 'node:http'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { ConfigError } from './config.ts'
import { securityMetrics } from './security-log.ts'

/** Messages that were not delivered because there were too many of their kind. */
export const leftOut = new Counter({
  name: 'hearthline_messages_left_out_total',
  help: 'Messages that were not delivered because there were too many of their kind, by kind',
  labelNames: ['kind'],
  registers: [],
})

/**
 * `GET /metrics` for Prometheus, on a separate port so that it is never public by accident.
 * @returns how to stop it
 */
export async function startMetrics(port: number, pool: pg.Pool) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  register.registerMetric(leftOut)
  new Gauge({
    name: 'hearthline_database_connections',
    help: 'Connections of this process to PostgreSQL, by state',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const server = createServer(async (request, response) => {
    const isMetrics = request.url === '/metrics'
    response.writeHead(isMetrics ? 200 : 404, { 'content-type': register.contentType })
    response.end(isMetrics ? await Registry.merge([register, securityMetrics]).metrics() : '')
  })
  await new Promise<void>((done, fail) => {
    server.once('error', () => fail(new ConfigError(`METRICS_PORT: port ${port} cannot be listened on at 127.0.0.1`)))
    server.listen(port, '127.0.0.1', done)
  })
  return () => new Promise<void>((done) => server.close(() => done()))
}
