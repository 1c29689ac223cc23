import type { ComponentType, ReactNode } from 'react'
import type { SafeContact } from '#casework/safe-contact/safe-contact.ts'
import type { SharedAtHome } from '../contact-record.ts'

/** A person, and how to reach them. */
interface Reachable {
  contactId: string
  language: string | null
  email: string | null
  phoneNumbers: string[]
  safeContact: SafeContact | null
}

/** Parts of the screens from other features. */
export interface PersonParts {
  /** on a person's record, for the organization's admins */
  PersonRights: ComponentType<{ contactId: string; name: string }>
  /** what the person said that services ask for */
  PersonAnswers: ComponentType<{ contactId: string }>
  /** what the person needs, and what was tried */
  PersonNeeds: ComponentType<{ contactId: string }>
  /** the forms that were filled in for the person */
  PersonIntakes: ComponentType<{ contactId: string; name: string; language: string | null; link: ReactNode }>
  /** lets the person fill in a form themselves */
  PersonLink: ComponentType<Reachable>
  /** lets the person see their own record */
  PersonRecordLink: ComponentType<Reachable>
  /** who lives with the person */
  PersonHousehold: ComponentType<{ contactId: string; name: string; atHome: SharedAtHome }>
  /** the consents that they were asked for by a link */
  PersonConsentRequests: ComponentType<{ contactId: string }>
  /** asks for a missing consent by link */
  AskConsent: ComponentType<{ contactId: string }>
  /** what the person asked to have corrected */
  PersonCorrections: ComponentType<{ contactId: string }>
  /** the records that were merged into the person's, and the way to merge another one */
  FormerRecords: ComponentType<{ contactId: string; name: string }>
}
