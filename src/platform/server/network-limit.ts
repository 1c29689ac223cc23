import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from './config.ts'
import { createLimiter } from './limiter.ts'
import { networkOf, siteOf } from './network-of.ts'
import { problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Limits how often a network makes this call: in an hour (`ACCOUNT_CALL_LIMIT`), in ten minutes for open data
     * (`HSDS_CALL_LIMIT`), or for pages without an account (`PUBLIC_DIRECTORY_CALL_LIMIT`). Calls with the same name are counted together.
     */
    limitedAs?:
      | 'sign-up'
      | 'password-reset'
      | 'verification'
      | 'correction'
      | typeof OPEN_DATA
      | typeof SHARED_PAGE
      | typeof DIRECTORY_PAGE
  }
}

const HOUR_S = 3600
const OPEN_DATA = 'open-data'
const SHARED_PAGE = 'shared-page'
const DIRECTORY_PAGE = 'directory-page'
const TEN_MINUTES_S = 600
/** A shelter's whole network may read its lists; a program that tries tokens gets nowhere. */
const SHARED_PAGE_CALLS = 300
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')
/** An IPv6 /56 belongs to one subscriber, or to a few. */
const SITE_FACTOR = 4

export function createNetworkLimit(
  pool: pg.Pool,
  config: Pick<Config, 'accountCallLimit' | 'hsds' | 'publicDirectory'>,
) {
  const rule = (keyPrefix: string, points: number, duration: number) => ({
    points,
    networks: createLimiter(pool, keyPrefix, { points, duration }),
    sites: createLimiter(pool, `${keyPrefix}-site`, { points: SITE_FACTOR * points, duration }),
  })
  const usual = rule('calls', config.accountCallLimit, HOUR_S)
  const openData = rule('calls-open', config.hsds.callLimit, TEN_MINUTES_S)
  const sharedPage = rule('calls-page', SHARED_PAGE_CALLS, TEN_MINUTES_S)
  const directoryPage = rule('calls-find', config.publicDirectory.callLimit, TEN_MINUTES_S)
  const rules: Record<string, typeof usual> = {
    ...{ [OPEN_DATA]: openData, [SHARED_PAGE]: sharedPage, [DIRECTORY_PAGE]: directoryPage },
  }
  const count = (of: RateLimiterPostgres, key: string) =>
    of.consume(key).catch((refused: RateLimiterRes | Error) => {
      if (refused instanceof RateLimiterRes) return refused
      throw refused
    })
  return {
    /**
     * Counts a call from this network.
     * @returns the number of calls with this name in its time, and the seconds until the next one is allowed (0: now)
     */
    async count(name: string, address: string) {
      const { points, networks, sites } = rules[name] ?? usual
      const network = await count(networks, hashOf(`${name}\n${networkOf(address)}`))
      const site = siteOf(address)
      const wide = site ? await count(sites, hashOf(`${name}\n${site}`)) : null
      const isOver = network.consumedPoints > points
      const isWideOver = wide !== null && wide.consumedPoints > SITE_FACTOR * points
      const waits = [isOver ? network.msBeforeNext : 0, isWideOver ? wide.msBeforeNext : 0]
      return { calls: network.consumedPoints, retryAfter: Math.ceil(Math.max(...waits) / 1000) }
    },
    /** Counts a call from any network. @returns the number of calls in the hour */
    async countAll(name: string) {
      return (await count(usual.networks, hashOf(name))).consumedPoints
    },
  }
}
export type NetworkLimit = ReturnType<typeof createNetworkLimit>

/** Limits the calls of routes that declare it, after their contracts have accepted them. */
export function limitNetworks(app: FastifyInstance, limit: NetworkLimit) {
  app.addHook('preHandler', async (request) => {
    const name = request.routeOptions.config.limitedAs
    if (!name) return
    const { retryAfter } = await limit.count(name, request.ip)
    if (retryAfter) throw problem('too-many-requests', { extra: { retryAfter } })
  })
}
