import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '#platform/server/access.ts'
import type { Captcha } from '#platform/server/captcha.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { getAccountRow } from './account-queries.ts'
import { renewSession } from './complete-sign-in.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { verifyPassword } from './secret-hash.ts'

/**
 * Asks the signed-in person for their password again and, when it fits, gives them a fresh session under a new token.
 * @throws problem login-failed, too-many-requests (a captcha is needed), signed-out
 */
export async function reauthenticate(
  services: { database: Database; config: Config; throttle: LoginThrottle; captcha: Captcha },
  request: FastifyRequest,
  reply: FastifyReply,
  given: { password: string; captchaCode?: string | undefined },
) {
  const { database, config, throttle, captcha } = services
  const account = await getAccountRow(database, actorOf(request).accountId)
  const { mustSolve, isLast } = await throttle.countTry(account.email, request.ip)
  if (mustSolve && !(await captcha.isSolved(given.captchaCode))) throw problem('too-many-requests')
  if (!(await verifyPassword(account.passwordHash, given.password)))
    throw problem(isLast ? 'too-many-requests' : 'login-failed')
  await throttle.forgive(account.email, request.ip)
  await database
    .transaction()
    .execute((transaction) => renewSession({ database: transaction, config }, request, reply, 'password'))
}
