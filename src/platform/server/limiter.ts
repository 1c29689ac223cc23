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
 * Counts attempts in PostgreSQL, and so for all processes together.
 * @param keyPrefix tells its counters from those of other limiters
 */
export const createLimiter = (pool: pg.Pool, keyPrefix: string, limit: Limit) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_throttle',
    tableCreated: true,
    // The tidy job of the platform deletes expired counters; each limiter would start a timer of its own for them.
    clearExpiredByTimeout: false,
    keyPrefix,
    ...limit,
  })
