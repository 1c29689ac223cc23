import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { problem } from './problem.ts'

declare module '#platform/server/database.ts' {
  interface Tables {
    captchaUsed: { signature: string; expiresOn: string }
  }
}

const LIFE_MS = 10 * 60_000
/** About half a second of a phone's work. */
const COST = 1000
const COUNTER = [200, 500] as const

const secrets = (config: Config) => {
  const derive = (purpose: string) =>
    createHmac('sha256', config.secretKeys[0] ?? '')
      .update(purpose)
      .digest('hex')
  return { hmacSignatureSecret: derive('captcha'), hmacKeySignatureSecret: derive('captcha-key') }
}

const makeChallenge = (config: Config) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(COUNTER[0], COUNTER[1]),
    deriveKey,
    expiresAt: new Date(Date.now() + LIFE_MS),
    ...secrets(config),
  })

function readPayload(code: string): Payload | null {
  try {
    const payload = JSON.parse(Buffer.from(code, 'base64').toString('utf8')) as Payload
    return typeof payload?.challenge?.signature === 'string' && payload.solution ? payload : null
  } catch {
    return null
  }
}

async function verifyProofOfWork(database: Database, config: Config, code: string) {
  const payload = readPayload(code)
  if (!payload) return false
  const result = await verifySolution({ ...payload, deriveKey, ...secrets(config) }).catch(() => null)
  if (!result?.verified) return false
  const used = await database
    .insertInto('captchaUsed')
    .values({ signature: payload.challenge.signature ?? '', expiresOn: new Date(Date.now() + LIFE_MS).toISOString() })
    .onConflict((c) => c.doNothing())
    .returning('signature')
    .executeTakeFirst()
  return used !== undefined
}

/** reCAPTCHA v2's own check; closed when it does not answer within five seconds. Google refuses a replay itself. */
async function verifyRecaptcha(secret: string, code: string) {
  const body = new URLSearchParams({ secret, response: code })
  const answer = await fetch('https://www.google.com/recaptcha/api/siteverify', {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(5000),
  }).catch(() => null)
  const said = (await answer?.json().catch(() => null)) as { success?: boolean } | null
  return said?.success === true
}

export interface Captcha {
  /** Whether this code is a fresh solution; it is used up by asking. Call it before, not inside, the act's transaction. */
  isSolved: (code: string | undefined) => Promise<boolean>
  /** @throws problem captcha-failed */
  demand: (code: string | undefined) => Promise<void>
}

export function createCaptcha(database: Database, config: Config): Captcha {
  const isSolved = async (code: string | undefined) => {
    if (!code) return false
    return config.recaptcha ? verifyRecaptcha(config.recaptcha.secret, code) : verifyProofOfWork(database, config, code)
  }
  return {
    isSolved,
    demand: async (code) => {
      if (!(await isSolved(code)))
        throw problem('captcha-failed', { errors: [{ path: 'captchaCode', message: 'captcha-failed' }] })
    },
  }
}

/** `GET /api/captcha/challenge`: a proof of work for the self-hosted widget. */
export const captchaRoutes: FastifyPluginAsyncZod<{ config: Config }> = async (app, { config }) => {
  app.get(
    '/api/captcha/challenge',
    { config: { access: 'anyone' }, schema: { tags: ['captcha'], response: { 200: z.looseObject({}) } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { ...(await makeChallenge(config)) }
    },
  )
}
