import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import type { ConsentUse } from '../consent-use.ts'

interface Withdrawal {
  consentId: string
  contactId: string
  organizationId: string
  /** no account, if the person came by a link */
  actorId: string | null
}

/** What depends on consents. Referrals depend on people, so `features.server.ts` passes this in. */
export interface ConsentUsers {
  list: (database: Database, consentId: string) => Promise<ConsentUse[]>
  /**
   * Ends the recipients' access to the details, in the transaction of the withdrawal.
   * @param actor null: the person, whose name the recipients' history must not contain
   */
  endAccess: (
    transaction: Database,
    actor: Actor | null,
    consentId: string,
    options: { recall: boolean },
  ) => Promise<void>
  /** Notifies the organization that keeps the record that a consent was withdrawn, except whoever did it. */
  notifyKeepers: (transaction: Database, withdrawal: Withdrawal) => Promise<void>
}
