import { createHash, createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { NetworkLimit } from './network-limit.ts'
import { problem } from './problem.ts'

const LIFE_MS = 10 * 60_000
/** About half a second of work on a phone. */
const COST = 1000
const COUNTER = [200, 500] as const
/**
 * The work doubles with each further `ACCOUNT_CALL_LIMIT` challenges per hour from one network, or 20 times as many
 * from all networks.
 */
const HARDEST = { network: 16, everybody: 4 }
const EVERYBODY_FACTOR = 20
const timesHarder = (calls: number, each: number, most: number) => Math.min(most, 2 ** Math.floor(calls / each))

/** How many times harder than usual the next challenge of this network is. */
async function effortFor(limit: NetworkLimit, config: Config, address: string) {
  const { calls } = await limit.count('captcha', address)
  const all = await limit.countAll('captcha')
  return Math.max(
    timesHarder(calls, config.accountCallLimit, HARDEST.network),
    timesHarder(all, EVERYBODY_FACTOR * config.accountCallLimit, HARDEST.everybody),
  )
}

const secretsOf = (key: string) => {
  const derive = (purpose: string) => createHmac('sha256', key).update(purpose).digest('hex')
  return { hmacSignatureSecret: derive('captcha'), hmacKeySignatureSecret: derive('captcha-key') }
}

const makeChallenge = (config: Config, effort: number) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: effort * randomInt(COUNTER[0], COUNTER[1]),
    deriveKey,
    expiresAt: new Date(Date.now() + LIFE_MS),
    ...secretsOf(config.secretKeys[0] ?? ''),
  })

function readPayload(code: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(code, 'base64').toString('utf8')) as Payload
    return typeof payload?.challenge?.signature === 'string' && payload.solution ? payload : null
  } catch {
    return null
  }
}

/** Claims a solution: true the first time, false if any process has already used it. */
async function consumeOnce(database: Database, signature: string) {
  const used = await database
    .insertInto('captchaUsed')
    .values({ signature, expiresOn: new Date(Date.now() + LIFE_MS).toISOString() })
    .onConflict((c) => c.doNothing())
    .returning('signature')
    .executeTakeFirst()
  return used !== undefined
}

async function verifyProofOfWork(database: Database, config: Config, code: string) {
  const payload = readPayload(code)
  if (!payload) return false
  for (const key of config.secretKeys) {
    const result = await verifySolution({ ...payload, deriveKey, ...secretsOf(key) }).catch(() => null)
    if (result?.verified) return consumeOnce(database, payload.challenge.signature ?? '')
  }
  return false
}

const PATIENCE_MS = 5000

/**
 * Calls reCAPTCHA v2's verification. Fails closed: a timeout after five seconds, or any answer except success, counts
 * as failed.
 */
async function verifyRecaptcha(
  database: Database,
  { secret, verifyUrl }: { secret: string; verifyUrl: string },
  code: string,
) {
  const body = new URLSearchParams({ secret, response: code })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const answer = await fetch(verifyUrl, { method: 'POST', body, signal, redirect: 'error' }).catch(() => null)
  const said = answer?.ok ? ((await answer.json().catch(() => null)) as { success?: unknown } | null) : null
  if (said?.success !== true) return false
  // Google also accepts a code only once; this also covers two simultaneous calls.
  return consumeOnce(database, createHash('sha256').update(code).digest('base64url'))
}

export interface Captcha {
  /** Whether this code is a fresh solution. Checking consumes it. Call it before the act's transaction, not inside. */
  isSolved: (code: string | undefined) => Promise<boolean>
  /** @throws problem captcha-failed */
  require: (code: string | undefined) => Promise<void>
}

/** Checks codes of reCAPTCHA if it is configured, otherwise those of the proof of work. */
export function createCaptcha(database: Database, config: Config): Captcha {
  const isSolved = async (code: string | undefined) => {
    if (!code) return false
    return config.recaptcha
      ? verifyRecaptcha(database, config.recaptcha, code)
      : verifyProofOfWork(database, config, code)
  }
  return {
    isSolved,
    require: async (code) => {
      if (!(await isSolved(code)))
        throw problem('captcha-failed', { errors: [{ path: 'captchaCode', message: 'captcha-failed' }] })
    },
  }
}

/** `GET /api/captcha/challenge`: a proof of work for the self-hosted widget. */
export const captchaRoutes: FastifyPluginAsyncZod<{ config: Config; networkLimit: NetworkLimit }> = async (
  app,
  { config, networkLimit },
) => {
  app.get(
    '/api/captcha/challenge',
    {
      config: { access: 'anyone' },
      schema: { tags: ['captcha'], summary: 'A new captcha', response: { 200: z.looseObject({}) } },
    },
    async (request) => ({ ...(await makeChallenge(config, await effortFor(networkLimit, config, request.ip))) }),
  )
}
