import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** The database is unavailable: it restarts, fails over, or cannot be reached. The statement is not the cause. */
const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '08000', '08003', '08006'],
])
const isAway = (error: Error & { code?: string }) =>
  awayCodes.has(error.code ?? '') || /connection terminated|connection error|timeout expired/i.test(error.message)

/** graphile-worker immediately retries, up to a hundred times, what failed with this code (a serialization failure). */
const REPEAT = '40001'
const RETRY_MS = 250

const bound = (target: object, name: string | symbol) => {
  const value = Reflect.get(target, name, target)
  return typeof value === 'function' ? value.bind(target) : value
}

const patientClient = (client: pg.PoolClient) =>
  new Proxy(client, {
    get: (target, name) =>
      name === 'query'
        ? async (...given: unknown[]) => {
            try {
              return await (target.query as (...all: unknown[]) => Promise<unknown>)(...given)
            } catch (error) {
              if (!isAway(error as Error)) throw error
              throw Object.assign(new Error((error as Error).message, { cause: error }), { code: REPEAT })
            }
          }
        : bound(target, name),
  })

/**
 * A pool for graphile-worker. The worker does not await the statement that completes a job, so a database failure at
 * that moment would be an unhandled rejection, which ends the process. This pool waits for a connection and repeats
 * interrupted statements.
 */
export function patientPool(pool: pg.Pool) {
  let isGivenUp = false
  const connect = async () => {
    for (;;) {
      try {
        return patientClient(await pool.connect())
      } catch (error) {
        if (isGivenUp || !isAway(error as Error)) throw error
        await sleep(RETRY_MS)
      }
    }
  }
  return {
    pool: new Proxy(pool, {
      get: (target, name) =>
        name === 'connect'
          ? (callback?: Parameters<pg.Pool['connect']>[0]) => (callback ? target.connect(callback) : connect())
          : bound(target, name),
    }),
    /** Stops waiting from now on: the process is shutting down. */
    giveUp: () => {
      isGivenUp = true
    },
  }
}
