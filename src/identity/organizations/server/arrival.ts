import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'

/** Somebody got an account at an organization. */
export interface Arrival {
  organizationId: string
  accountId: string
  /** the referral whose claim link brought them */
  referralId: string | null
  /** nobody had an account there before */
  isFirst: boolean
  /** they claimed the organization themselves; otherwise the network invited them */
  isClaim: boolean
}

/** What a feature does about an arrival, in the transaction of the act that brings it. */
export type WelcomeArrival = (
  database: Database,
  config: Pick<Config, 'productName' | 'publicUrl' | 'mailDetail'>,
  arrival: Arrival,
) => Promise<void>
