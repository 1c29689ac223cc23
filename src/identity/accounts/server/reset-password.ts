import { sql } from 'kysely'
import type { Captcha } from '#platform/server/captcha.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { ResetByQuestion } from '../password-reset.ts'
import type { Origin } from './account-event.ts'
import { getAccountRow, lockAccountRow } from './account-queries.ts'
import { findResetLinkState } from './account-token-queries.ts'
import type { GuessThrottle } from './guess-throttle.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { hashCode } from './secret-hash.ts'
import { MOST_TRIES, requireSecurityAnswer } from './security-answer.ts'
import { requireGoodPassword, setPassword } from './set-password.ts'

/** The account of a valid mailed code; null if it is used, expired, unknown, or has too many wrong answers. */
async function findByCode(database: Database, code: string) {
  const token = await database
    .selectFrom('accountToken')
    .select('accountId')
    .where('codeHash', '=', hashCode(code))
    .where('purpose', '=', 'reset-password')
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .where('expiresOn', '>', sql<string>`now()`)
    .where('tries', '<', MOST_TRIES)
    .executeTakeFirst()
  const account = token && (await getAccountRow(database, token.accountId))
  return account && !account.deactivatedOn && account.securityQuestion && account.securityAnswerHash ? account : null
}

/** A link with too many wrong answers counts as used. */
const goneFor = async (database: Database, code: string) => {
  const state = await findResetLinkState(database, code)
  return problem('gone', { extra: { reason: state === 'pending' ? 'used' : (state ?? 'unknown') } })
}

/**
 * The security question of the account of a mailed code.
 * @throws problem gone with its reason: used, expired, replaced, unknown
 */
export async function getQuestionByCode(database: Database, code: string) {
  const account = await findByCode(database, code)
  if (!account) throw await goneFor(database, code)
  return { securityQuestion: account.securityQuestion }
}

const consumeLink = (database: Database, codeHash: string) =>
  database
    .updateTable('accountToken')
    .set({ usedOn: sql`now()` })
    .where('codeHash', '=', codeHash)
    .where('usedOn', 'is', null)
    .where('withdrawnOn', 'is', null)
    .returning('codeHash')
    .executeTakeFirst()

/**
 * Sets a new password by mailed code and security answer, and resets the waits of failed sign-ins. The code works once;
 * five wrong answers consume it, and an account has ten per day.
 * @throws problem captcha-failed, gone, wrong-answer (400), invalid-request at the password
 */
export async function resetByQuestion(
  services: { database: Database; config: Config; captcha: Captcha; guesses: GuessThrottle; throttle: LoginThrottle },
  given: ResetByQuestion,
  origin: Origin,
) {
  const { database, config, captcha, throttle } = services
  await captcha.require(given.captchaCode)
  const account = await findByCode(database, given.resetToken)
  if (!account) throw await goneFor(database, given.resetToken)
  const codeHash = hashCode(given.resetToken)
  await requireSecurityAnswer(services, account, { codeHash, answer: given.securityQuestionAnswer, origin })
  await requireGoodPassword(database, config, account, given)
  await database.transaction().execute(async (transaction) => {
    // Locks the account first, as everywhere, to prevent deadlocks.
    await lockAccountRow(transaction, account.id)
    if (!(await consumeLink(transaction, codeHash))) throw problem('gone')
    await setPassword(transaction, config, account, { password: given.password, way: 'question', origin })
  })
  await throttle.forget(account.email, origin.from ?? '')
}
