import type { Database } from '#platform/server/database.ts'
import type { Services } from '#platform/server/feature.ts'
import type { SignInMethod } from './sign-in-method.ts'

/** What accounts needs from second factors, which depend on accounts. */
export interface FactorProof {
  /** Counts an attempt before it is checked. @throws problem too-many-requests */
  count: (accountId: string) => Promise<void>
  /**
   * Consumes a code of the account's app, or a recovery code, in the caller's transaction. @throws problem wrong-code
   * (406)
   */
  consume: (transaction: Database, accountId: string, code: string) => Promise<void>
  /** Takes back a successful attempt. */
  forgive: (accountId: string) => Promise<void>
}

/** A method whose codes prove a mailed link, without a session; the app passes it in. */
export interface ProvingMethod extends SignInMethod {
  createProof: (services: Services) => FactorProof
}
