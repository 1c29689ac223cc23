import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { ConsentUse } from '../consent-use.ts'

/** What rests on consents. Referrals build on people, so `features.server.ts` hands this in. */
export interface ConsentUsers {
  list: (database: Database, consentId: string) => Promise<ConsentUse[]>
  /** Ends the recipients' access to the details, in the transaction of the withdrawal. */
  endAccess: (transaction: Database, actor: Actor, consentId: string, options: { recall: boolean }) => Promise<void>
}
