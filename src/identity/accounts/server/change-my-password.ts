import type { Actor } from '#platform/schema/roles.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import type { MyAccountChange } from '../password-reset.ts'
import type { Origin } from './account-event.ts'
import { getAccountRow } from './account-queries.ts'
import type { GuessThrottle } from './guess-throttle.ts'
import { verifyPassword } from './secret-hash.ts'
import { requireGoodPassword, requireMissingParts, setPassword } from './set-password.ts'

/**
 * Changes the signed-in person's password. Requires the current password, so that an unattended screen is not enough to
 * take over an account. In a forced reset it was already checked at the sign-in.
 * @param origin where the request came from
 * @throws problem invalid-request at a field, too-many-requests after five wrong current passwords in this session
 */
export async function changeMyPassword(
  services: { database: Database; config: Config; guesses: GuessThrottle },
  actor: Actor,
  given: MyAccountChange,
  origin: Origin,
) {
  const { database, config, guesses } = services
  const account = await getAccountRow(database, actor.accountId)
  if (!account.forcePasswordReset) {
    if (!given.currentPassword) throw fieldProblem('currentPassword', 'needed')
    await guesses.countPassword(actor)
    if (!(await verifyPassword(account.passwordHash, given.currentPassword)))
      throw fieldProblem('currentPassword', 'current-password-wrong')
    await guesses.forgivePassword(actor)
  } else requireMissingParts(account, given)
  await requireGoodPassword(database, config, account, given)
  const way = account.forcePasswordReset ? ('forced-reset' as const) : ('change' as const)
  await database
    .transaction()
    .execute((transaction) =>
      setPassword(transaction, config, account, { ...given, way, keepSessionId: actor.sessionId, origin }),
    )
}
