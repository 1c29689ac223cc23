import type { FactorProof } from '#features/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import { problem } from '#platform/server/problem.ts'
import { findActive, takeStep } from './authenticator-queries.ts'
import type { FactorThrottle } from './factor-throttle.ts'
import { openSecret } from './open-secret.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { findTotpStep } from './totp.ts'

const SIX_DIGITS = /^\s*(\d\s*){6}$/

/** A code of an app or a recovery code as proof beside a mailed link, where nobody is signed in. */
export const createFactorProof = ({ config, throttle }: { config: Config; throttle: FactorThrottle }): FactorProof => ({
  count: (accountId) => throttle.count('guess', accountId),
  forgive: (accountId) => throttle.forgive('guess', accountId),
  consume: async (database, accountId, code) => {
    if (!SIX_DIGITS.test(code)) {
      if (await takeRecoveryCode(database, accountId, code)) return
      throw problem('wrong-code')
    }
    const app = await findActive(database, accountId, 'otp')
    const secret = app && (await openSecret({ database, config }, app))
    const step = secret && findTotpStep(secret, code)
    if (!app || !step || !(await takeStep(database, app.id, step))) throw problem('wrong-code')
  },
})
