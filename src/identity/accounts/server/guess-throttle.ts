import type pg from 'pg'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createLimiter } from '#platform/server/limiter.ts'
import { problem } from '#platform/server/problem.ts'

const QUARTER = 15 * 60
const DAY = 24 * 60 * 60
const limits = {
  /** Wrong current passwords of a signed-in person, in one session. */
  password: { points: 5, duration: QUARTER },
  /** The same, in all sessions of the account. */
  passwordDay: { points: 30, duration: DAY },
  /** Wrong security answers for an account, over all mailed links. */
  answerDay: { points: 10, duration: DAY },
} as const

const refuse = (refused: RateLimiterRes | Error): never => {
  throw refused instanceof RateLimiterRes ? problem('too-many-requests') : refused
}

/**
 * Counts guesses of an account's password and security answer after sign-in, before they are checked, in PostgreSQL, so
 * that concurrent ones cannot bypass the limit. The counter of sign-ins is separate: a stranger who guesses there must
 * not prevent the owner from changing the password.
 */
export function createGuessThrottle(pool: pg.Pool) {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, createLimiter(pool, `guess-${name}`, limit)]),
  ) as Record<keyof typeof limits, RateLimiterPostgres>
  return {
    /** @throws problem too-many-requests */
    async countPassword({ sessionId, accountId }: { sessionId: string; accountId: string }) {
      await limiters.password.consume(sessionId).catch(refuse)
      await limiters.passwordDay.consume(accountId).catch(refuse)
    },
    /** Takes back a successful attempt. */
    async forgivePassword({ sessionId, accountId }: { sessionId: string; accountId: string }) {
      await limiters.password.delete(sessionId)
      await limiters.passwordDay.delete(accountId)
    },
    /** @returns whether it is the last allowed one of the day, if it is wrong. @throws problem too-many-requests */
    async countAnswer(accountId: string) {
      const { consumedPoints } = await limiters.answerDay.consume(accountId).catch(refuse)
      return consumedPoints >= limits.answerDay.points
    },
    async forgiveAnswer(accountId: string) {
      await limiters.answerDay.reward(accountId)
    },
  }
}
export type GuessThrottle = ReturnType<typeof createGuessThrottle>
