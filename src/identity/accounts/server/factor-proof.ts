import type { Database } from '#platform/server/database.ts'

/** What accounts needs of second factors, which know accounts; the app hands it in. */
export interface FactorProof {
  /** Counts a try before it is compared. @throws problem too-many-requests */
  count: (accountId: string) => Promise<void>
  /** Uses up a code of the account's app, or a recovery code, in the caller's transaction. @throws problem wrong-code (406) */
  consume: (transaction: Database, accountId: string, code: string) => Promise<void>
  /** What succeeded was no guess. */
  forgive: (accountId: string) => Promise<void>
}
