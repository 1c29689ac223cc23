import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** The database is away: it restarts, fails over, or cannot be reached. The statement itself is not to blame. */
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08000', '08003', '08006'])
const isAway = (error: Error & { code?: string }) =>
  awayCodes.has(error.code ?? '') || /connection terminated|connection error/i.test(error.message)

/** graphile-worker repeats at once, and up to a hundred times, what failed with this code (a serialization failure). */
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
 * The pool as graphile-worker gets it. The worker does not wait for the statement that ends a job, so a database that is
 * away at that moment would be an unhandled rejection, which ends the process. Here a connection is waited for, and a
 * statement that was cut off is repeated.
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
    /** From now on nothing is waited for: the process ends. */
    giveUp: () => {
      isGivenUp = true
    },
  }
}
