import type { Captcha } from '#platform/server/captcha.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { noteFailedSignIn } from './account-event.ts'
import { accountProblem } from './account-problem.ts'
import { findAccountByEmail, replacePasswordHash } from './account-queries.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { requireMaySignIn } from './may-sign-in.ts'
import { hashPassword, needsRehash, verifyPassword } from './secret-hash.ts'

export interface SignInAttempt {
  email: string
  password: string
  captchaCode?: string | undefined
  /** The network address of the attempt. */
  from: string
  userAgent?: string | undefined
}

/**
 * Checks an e-mail address and a password.
 * @returns the account; `completeSignIn` completes the sign-in
 * @throws problem too-many-requests (a captcha is needed), login-failed, not-active (406), not-verified (403)
 */
export async function signIn(
  services: { database: Database; throttle: LoginThrottle; captcha: Captcha },
  attempt: SignInAttempt,
) {
  const { database, throttle, captcha } = services
  const { mustSolve, isLast } = await throttle.countTry(attempt.email, attempt.from)
  const refuse = async () => {
    const retryAfter = await throttle.secondsToWait(attempt.email, attempt.from)
    return problem('too-many-requests', retryAfter ? { extra: { retryAfter } } : {})
  }
  if (mustSolve && !(await captcha.isSolved(attempt.captchaCode))) throw await refuse()
  const account = await findAccountByEmail(database, attempt.email)
  const fits = await verifyPassword(account?.passwordHash, attempt.password)
  if (!account || !fits) {
    await throttle.countFailure()
    const { email, from, userAgent } = attempt
    await noteFailedSignIn(database, { email, from, userAgent, kind: isLast ? 'sign-in-locked' : 'sign-in-failed' })
    throw isLast ? await refuse() : accountProblem('login-failed')
  }
  requireMaySignIn(account)
  await throttle.forgive(attempt.email, attempt.from)
  const verified = account.passwordHash ?? ''
  if (needsRehash(verified))
    await replacePasswordHash(database, account.id, { verified, passwordHash: await hashPassword(attempt.password) })
  return account
}
