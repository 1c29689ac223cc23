import { randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { hashCode, newCode } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { seal, unseal } from '#platform/server/seal.ts'
import { authenticatorProblem } from './authenticator-problem.ts'
import { type CodeReceiver, sendFactorCode } from './factor-message.ts'

const LIFE_MS = 10 * 60 * 1000
const MOST_TRIES = 5
const aboutOf = (oobCodeHash: string) => `factor-code:${oobCodeHash}`

interface Asked {
  accountId: string
  sessionId: string
  /** null for the e-mail authenticator */
  authenticatorId: string | null
}

/**
 * Sends a six-digit code, in the caller's transaction. Earlier codes of the same authenticator become invalid.
 * @returns the oob_code that must be sent back with it
 */
export async function sendChallenge(transaction: Database, config: Config, asked: Asked, to: CodeReceiver) {
  await transaction
    .updateTable('authenticatorChallenge')
    .set({ usedOn: sql`now()` })
    .where('accountId', '=', asked.accountId)
    .where('authenticatorId', 'is not distinct from', asked.authenticatorId)
    .where('usedOn', 'is', null)
    .execute()
  const oobCode = newCode()
  const oobCodeHash = hashCode(oobCode)
  const expiresOn = new Date(Date.now() + LIFE_MS)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await transaction
    .insertInto('authenticatorChallenge')
    .values({
      ...asked,
      oobCodeHash,
      sealedCode: seal(config, aboutOf(oobCodeHash), code),
      expiresOn: expiresOn.toISOString(),
    })
    .execute()
  await sendFactorCode(transaction, config, to, { code, key: `factor-code:${oobCodeHash}`, expiresOn })
  return oobCode
}

const living = (database: Database, accountId: string, oobCodeHash: string) =>
  database
    .selectFrom('authenticatorChallenge')
    .selectAll()
    .where('oobCodeHash', '=', oobCodeHash)
    .where('accountId', '=', accountId)
    .where('usedOn', 'is', null)
    .where('expiresOn', '>', sql<string>`now()`)
    .executeTakeFirst()

/** The challenge of an oob_code. @throws problem code-expired if it is used, expired, or belongs to another account */
export async function getChallenge(database: Database, accountId: string, oobCode: string) {
  const found = await living(database, accountId, hashCode(oobCode))
  if (!found) throw authenticatorProblem('code-expired')
  return found
}
export type ChallengeRow = Awaited<ReturnType<typeof getChallenge>>

/**
 * Checks a code against the one that was sent. The attempt is counted first, and stays counted if the code is wrong.
 * @throws problem code-expired after five attempts, wrong-code
 */
export async function requireCode(database: Database, config: Config, challenge: ChallengeRow, code: string) {
  const counted = await database
    .updateTable('authenticatorChallenge')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('oobCodeHash', '=', challenge.oobCodeHash)
    .where('tries', '<', MOST_TRIES)
    .returning('oobCodeHash')
    .executeTakeFirst()
  if (!counted) throw authenticatorProblem('code-expired')
  const sent = unseal(config, aboutOf(challenge.oobCodeHash), challenge.sealedCode)?.text ?? ''
  const given = code.replace(/\D/g, '')
  if (sent.length !== given.length || !timingSafeEqual(Buffer.from(sent), Buffer.from(given)))
    throw authenticatorProblem('wrong-code')
}

/** Consumes a challenge in the caller's transaction. @throws problem code-expired if a concurrent call already did */
export async function consumeChallenge(transaction: Database, challenge: ChallengeRow) {
  const taken = await transaction
    .updateTable('authenticatorChallenge')
    .set({ usedOn: sql`now()` })
    .where('oobCodeHash', '=', challenge.oobCodeHash)
    .where('usedOn', 'is', null)
    .returning('oobCodeHash')
    .executeTakeFirst()
  if (!taken) throw authenticatorProblem('code-expired')
}
