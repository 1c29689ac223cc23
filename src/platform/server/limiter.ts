import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'

/** So many points in so many seconds, then blocked for so many. */
export interface Limit {
  points: number
  /** seconds */
  duration: number
  /** seconds */
  blockDuration?: number
}

/**
 * Counts attempts in PostgreSQL, for all processes together.
 * @param keyPrefix separates its counters from those of other limiters
 */
export const createLimiter = (pool: pg.Pool, keyPrefix: string, limit: Limit) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_throttle',
    tableCreated: true,
    // The platform's tidy job deletes expired counters; otherwise each limiter would start its own timer.
    clearExpiredByTimeout: false,
    keyPrefix,
    ...limit,
  })
