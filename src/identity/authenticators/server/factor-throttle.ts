import type pg from 'pg'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createLimiter } from '#platform/server/limiter.ts'
import { problem } from '#platform/server/problem.ts'

const QUARTER = 15 * 60
const DAY = 24 * 60 * 60
const limits = {
  /**
   * Wrong codes at the sign-in or to confirm one's identity. The password comes first, so strangers cannot lock an
   * account.
   */
  guess: { points: 5, duration: QUARTER },
  guessDay: { points: 30, duration: DAY },
  /** A recovery code is too long to guess; the separate counter keeps it usable when the other limit is reached. */
  recovery: { points: 10, duration: QUARTER },
  enrollment: { points: 10, duration: QUARTER },
  send: { points: 5, duration: QUARTER },
  sendDay: { points: 30, duration: DAY },
} as const
export type Counted = 'guess' | 'recovery' | 'enrollment' | 'send'

/**
 * Counts attempts before they are checked, in PostgreSQL and outside the caller's transaction, so that neither
 * concurrent guesses nor rolled-back ones bypass the limit.
 */
export function createFactorThrottle(pool: pg.Pool) {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, createLimiter(pool, `factor-${name}`, limit)]),
  ) as Record<keyof typeof limits, RateLimiterPostgres>
  const of = (what: Counted) =>
    what === 'guess'
      ? [limiters.guess, limiters.guessDay]
      : what === 'send'
        ? [limiters.send, limiters.sendDay]
        : [limiters[what]]
  return {
    /** @throws problem too-many-requests */
    async count(what: Counted, accountId: string) {
      for (const limiter of of(what))
        await limiter.consume(accountId).catch((refused: RateLimiterRes | Error) => {
          throw refused instanceof RateLimiterRes ? problem('too-many-requests') : refused
        })
    },
    /** Takes back a successful attempt. */
    async forgive(what: Counted, accountId: string) {
      for (const limiter of of(what)) await limiter.delete(accountId)
    },
  }
}
export type FactorThrottle = ReturnType<typeof createFactorThrottle>
