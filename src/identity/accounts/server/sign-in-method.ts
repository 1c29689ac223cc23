import type { Database } from '#platform/server/database.ts'

/** What the features that secure an account need to know about a sign-in method or second factor. */
export interface SignInMethod {
  /** Removes what was added since a time, minus one minute to include the act itself. @returns how many */
  removeSince: (database: Database, accountId: string, since: string) => Promise<number>
  /** Removes all of an account whose owner lost them; absent if it is no second factor. @returns how many */
  removeAll?: (database: Database, accountId: string) => Promise<number>
}
