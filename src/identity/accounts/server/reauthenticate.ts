import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '#platform/server/access.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { accountProblem } from './account-problem.ts'
import { getAccountRow } from './account-queries.ts'
import { renewSession } from './complete-sign-in.ts'
import type { GuessThrottle } from './guess-throttle.ts'
import { verifyPassword } from './secret-hash.ts'

/**
 * Checks the signed-in person's password again and replaces their session with a fresh one under a new token.
 * @throws problem login-failed, too-many-requests after five wrong ones in this session, signed-out
 */
export async function reauthenticate(
  services: { database: Database; config: Config; guesses: GuessThrottle },
  request: FastifyRequest,
  reply: FastifyReply,
  given: { password: string },
) {
  const { database, config, guesses } = services
  const actor = actorOf(request)
  const account = await getAccountRow(database, actor.accountId)
  await guesses.countPassword(actor)
  if (!(await verifyPassword(account.passwordHash, given.password))) throw accountProblem('login-failed')
  await guesses.forgivePassword(actor)
  await database
    .transaction()
    .execute((transaction) => renewSession({ database: transaction, config }, request, reply, 'password'))
}
