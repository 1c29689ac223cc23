import {
  accountProblem,
  type FactorProof,
  type GuessThrottle,
  getAccountRow,
  getSecondFactorNeed,
  verifyPassword,
} from '#identity/accounts/server/accounts-public.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import type { LinkOffer, LinkProof } from '../sign-on.ts'
import type { SignOnServices } from './provider.ts'

export interface LinkServices extends SignOnServices {
  guesses: GuessThrottle
  factors: FactorProof
}

/**
 * The proof, in addition to the mailbox, that is required to link an identity to an account; an invited account has
 * none yet.
 */
export async function findProofKind(database: Database, accountId: string): Promise<LinkOffer['proof']> {
  const { passwordHash } = await getAccountRow(database, accountId)
  if (passwordHash) return 'password'
  const { enrolled, hasFactor } = await getSecondFactorNeed(database, accountId)
  if (enrolled) return 'code'
  return hasFactor ? 'sign-in' : 'none'
}

const nothing = { consume: async (_transaction: Database) => undefined, forgive: async () => undefined }

/** Checks the password; attempts are counted by link and by account, separately from those of the signed-in owner. */
async function requirePassword(
  { database, guesses }: LinkServices,
  accountId: string,
  { codeHash, password }: { codeHash: string; password: string | undefined },
) {
  if (!password) throw fieldProblem('password', 'needed')
  const counted = { sessionId: codeHash, accountId: `link:${accountId}` }
  await guesses.countPassword(counted)
  const { passwordHash } = await getAccountRow(database, accountId)
  if (!(await verifyPassword(passwordHash, password))) throw accountProblem('login-failed')
  return { ...nothing, forgive: () => guesses.forgivePassword(counted) }
}

/**
 * Requires what {@link findProofKind} returns.
 * @returns what remains to be done inside the transaction that links the identity, and after it
 * @throws problem login-failed, too-many-requests, forbidden, invalid-request at the missing field
 */
export async function requireProof(services: LinkServices, accountId: string, codeHash: string, given: LinkProof) {
  const { database, factors } = services
  const kind = await findProofKind(database, accountId)
  if (kind === 'none') return nothing
  if (kind === 'sign-in') throw problem('forbidden')
  if (kind === 'password') return requirePassword(services, accountId, { codeHash, password: given.password })
  const { code } = given
  if (!code) throw fieldProblem('code', 'needed')
  await factors.count(accountId)
  return {
    consume: (transaction: Database) => factors.consume(transaction, accountId, code),
    forgive: () => factors.forgive(accountId),
  }
}
