import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { hashCode } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'

const LIFE_MS = 5 * 60_000
const TIME_BYTES = 6
const BODY_BYTES = 24

const sign = (secretKey: string, body: Buffer) =>
  createHmac('sha256', secretKey).update('passkey-sign-in').update(body).digest()

/**
 * A challenge for signing in. It is not stored, because anyone may request one: it contains its expiry and a signature.
 */
export function makeDoorChallenge({ secretKeys }: Pick<Config, 'secretKeys'>) {
  const body = randomBytes(BODY_BYTES)
  body.writeUIntBE(Date.now() + LIFE_MS, 0, TIME_BYTES)
  return new Uint8Array(Buffer.concat([body, sign(secretKeys[0] ?? '', body)]))
}

/** When a challenge expires; null if it is not ours or has expired. */
export function readDoorChallenge({ secretKeys }: Pick<Config, 'secretKeys'>, challenge: string) {
  const bytes = Buffer.from(challenge, 'base64url')
  const body = bytes.subarray(0, BODY_BYTES)
  const signature = bytes.subarray(BODY_BYTES)
  const isOurs = secretKeys.some((key) => {
    const right = sign(key, body)
    return signature.length === right.length && timingSafeEqual(signature, right)
  })
  const endsOn = isOurs ? body.readUIntBE(0, TIME_BYTES) : 0
  return endsOn > Date.now() ? new Date(endsOn).toISOString() : null
}

/** Consumes a challenge after its response was verified; false if any process has already consumed it. */
export async function consumeDoorChallenge(database: Database, challenge: string, expiresOn: string) {
  const used = await database
    .insertInto('passkeyChallenge')
    .values({ challengeHash: hashCode(challenge), purpose: 'sign-in', accountId: null, expiresOn })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challengeHash')
    .executeTakeFirst()
  return used !== undefined
}
