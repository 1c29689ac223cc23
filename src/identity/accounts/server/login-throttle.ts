import type pg from 'pg'
import type { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '#platform/server/config.ts'
import { createLimiter } from '#platform/server/limiter.ts'
import { networkOf, siteOf } from '#platform/server/network-of.ts'
import { problem } from '#platform/server/problem.ts'
import { hashCode } from './secret-hash.ts'

const WINDOW_S = 15 * 60
const PER_ACCOUNT = 5
/** An IPv4 address, or the /64 of an IPv6 one. */
const PER_NETWORK = 100
/** The /56 of an IPv6 address. */
const PER_SITE = 400
const EVERYBODY = 'all'

/**
 * Claims the pair's next attempt in one statement: of several concurrent attempts after the fifth, only one succeeds,
 * and the wait grows each time.
 * @returns seconds to wait; 0 if this attempt may proceed
 */
async function claimAttempt(pool: pg.Pool, key: string) {
  const taken = await pool.query(
    // An attempt that started earlier but comes second finds a later time; if there is no wait, that must not delay it.
    `insert into login_wait as w (key) values ($1) on conflict (key) do update
       set tries = case when w.last_on < now() - make_interval(secs => ${WINDOW_S}) then 1 else w.tries + 1 end, last_on = now()
     where login_wait_for(w.tries) = interval '0' or w.last_on + login_wait_for(w.tries) <= now() returning 1`,
    [key],
  )
  return taken.rowCount ? 0 : Math.max(1, await waitOf(pool, key))
}

/** Seconds until a pair may try again; 0 if it may now. */
async function waitOf(pool: pg.Pool, key: string) {
  const { rows } = await pool.query<{ seconds: number }>(
    `select greatest(0, ceil(extract(epoch from last_on + login_wait_for(tries) - now())))::int as seconds
     from login_wait where key = $1`,
    [key],
  )
  return rows[0]?.seconds ?? 0
}

/** Counts a point. @returns the total; above the limit if it is exceeded */
const count = async (of: RateLimiterPostgres, key: string) =>
  (
    await of.consume(key).catch((refused: RateLimiterRes | Error) => {
      if (refused instanceof Error) throw refused
      return refused
    })
  ).consumedPoints

const plain = (email: string) => email.trim().toLowerCase()
const keyOf = (email: string) => hashCode(plain(email))
const pairOf = (email: string, address: string) => hashCode(`${plain(email)}\n${networkOf(address)}`)

/**
 * Counts sign-in attempts before they are checked, in PostgreSQL, so that concurrent guesses cannot bypass the limit.
 * Above the limit every attempt needs a solved captcha, and attempts from one network on one account have to wait
 * longer and longer: nobody can lock another person out. Failures of the whole installation are counted too: above the
 * configured rate, which suggests guessing from many networks on many accounts, every attempt needs a captcha until the
 * rate falls.
 */
export function createLoginThrottle(pool: pg.Pool, { signInFailureLimit }: Pick<Config, 'signInFailureLimit'>) {
  const limiter = (keyPrefix: string, points: number) => createLimiter(pool, keyPrefix, { points, duration: WINDOW_S })
  const byAccount = limiter('account', PER_ACCOUNT)
  const byNetwork = limiter('address', PER_NETWORK)
  const bySite = limiter('site', PER_SITE)
  const failures = limiter('failures', signInFailureLimit)
  const isUnderAttack = async () => ((await failures.get(EVERYBODY))?.consumedPoints ?? 0) >= signInFailureLimit
  /** A person who set a new password is not guessing: resets the counters of the account, and of this network on it. */
  const forget = async (email: string, address: string) => {
    await byAccount.delete(keyOf(email))
    await pool.query('delete from login_wait where key = $1', [pairOf(email, address)])
  }
  return {
    /**
     * Counts this attempt. `mustSolve`: it requires a captcha; `isLast`: if it fails, the next one requires a captcha.
     * @throws problem too-many-requests with `retryAfter` seconds, while this network must wait for this account
     */
    async countTry(email: string, address: string) {
      const retryAfter = await claimAttempt(pool, pairOf(email, address))
      if (retryAfter) throw problem('too-many-requests', { extra: { retryAfter } })
      const account = await count(byAccount, keyOf(email))
      const network = await count(byNetwork, hashCode(networkOf(address)))
      const site = siteOf(address)
      const wide = site ? await count(bySite, hashCode(site)) : 0
      return {
        mustSolve: account > PER_ACCOUNT || network > PER_NETWORK || wide > PER_SITE || (await isUnderAttack()),
        isLast: account >= PER_ACCOUNT || network >= PER_NETWORK || wide >= PER_SITE,
      }
    },
    /** After a failed attempt: how many seconds this network must wait before the next one on this account. */
    secondsToWait: (email: string, address: string) => waitOf(pool, pairOf(email, address)),
    /** Counts a failed attempt for the rate of the whole installation. */
    async countFailure() {
      await count(failures, EVERYBODY)
    },
    forget,
    /** After a successful sign-in: resets the account, and gives the networks their attempt back. */
    async forgive(email: string, address: string) {
      await forget(email, address)
      await byNetwork.reward(hashCode(networkOf(address)))
      const site = siteOf(address)
      if (site) await bySite.reward(hashCode(site))
    },
  }
}
export type LoginThrottle = ReturnType<typeof createLoginThrottle>
