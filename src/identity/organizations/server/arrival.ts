import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'

/** A person got an account at an organization. */
export interface Arrival {
  organizationId: string
  accountId: string
  /** the referral whose claim link brought them */
  referralId: string | null
  /** whether nobody had an account there before */
  isFirst: boolean
  /** whether they claimed the organization themselves; otherwise the network invited them */
  isClaim: boolean
}

/** What a feature does when a person arrives, in the same transaction. */
export type WelcomeArrival = (
  database: Database,
  config: Pick<Config, 'productName' | 'publicUrl' | 'mailDetail' | 'timeZone'>,
  arrival: Arrival,
) => Promise<void>
