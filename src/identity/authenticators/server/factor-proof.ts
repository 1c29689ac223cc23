import type pg from 'pg'
import type { FactorProof } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import { authenticatorProblem } from './authenticator-problem.ts'
import { consumeTimeStep, findActive } from './authenticator-queries.ts'
import { createFactorThrottle } from './factor-throttle.ts'
import { openSecret } from './open-secret.ts'
import { consumeRecoveryCode } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

const SIX_DIGITS = /^\s*(\d\s*){6}$/

/** Accepts an app code or a recovery code as proof for a mailed link, without a session. */
export function createFactorProof({ config, pool }: { config: Config; pool: pg.Pool }): FactorProof {
  const throttle = createFactorThrottle(pool)
  return {
    count: (accountId) => throttle.count('guess', accountId),
    forgive: (accountId) => throttle.forgive('guess', accountId),
    consume: async (database, accountId, code) => {
      if (!SIX_DIGITS.test(code)) {
        if (await consumeRecoveryCode(database, accountId, code)) return
        throw authenticatorProblem('wrong-code')
      }
      const app = await findActive(database, accountId, 'otp')
      const secret = app && (await openSecret({ database, config }, app))
      const step = secret && findTotpStep(secret, code)
      if (!app || !step || !(await consumeTimeStep(database, app.id, step))) throw authenticatorProblem('wrong-code')
    },
  }
}
