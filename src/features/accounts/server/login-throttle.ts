import type pg from 'pg'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { hashCode } from './secret-hash.ts'

const WINDOW_S = 15 * 60
const PER_ACCOUNT = 5
const PER_ADDRESS = 100

/**
 * Counts tries to sign in before they are checked, in PostgreSQL, so that simultaneous guesses cannot slip through together.
 * Beyond the limit a try needs a solved captcha, whoever makes it: nobody can lock another person out.
 */
export function createLoginThrottle(pool: pg.Pool) {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'login_throttle',
      tableCreated: true,
      keyPrefix,
      points,
      duration: WINDOW_S,
    })
  const byAccount = limiter('account', PER_ACCOUNT)
  const byAddress = limiter('address', PER_ADDRESS)
  const count = async (of: RateLimiterPostgres, key: string) =>
    of.consume(key).catch((refused: RateLimiterRes | Error) => {
      if (refused instanceof Error) throw refused
      return refused
    })
  const keyOf = (email: string) => hashCode(email.trim().toLowerCase())
  return {
    /** Counts this try. `mustSolve`: it may only go on with a captcha; `isLast`: if it fails, the next one needs a captcha. */
    async countTry(email: string, address: string) {
      const [account, from] = [await count(byAccount, keyOf(email)), await count(byAddress, hashCode(address))]
      return {
        mustSolve: account.consumedPoints > PER_ACCOUNT || from.consumedPoints > PER_ADDRESS,
        isLast: account.consumedPoints >= PER_ACCOUNT || from.consumedPoints >= PER_ADDRESS,
      }
    },
    /** A sign-in that succeeded is no failure: the account starts anew, the address gets its try back. */
    async forgive(email: string, address: string) {
      await byAccount.delete(keyOf(email))
      await byAddress.reward(hashCode(address))
    },
  }
}
export type LoginThrottle = ReturnType<typeof createLoginThrottle>
