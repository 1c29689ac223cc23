import type { Destination } from './destination-picker.tsx'
import type { GivenOverride } from './override-fields.tsx'
import type { PickedPerson } from './person-picker.tsx'

export const REFERRAL_DRAFT = 'newReferral'

/** What was filled in of a referral that is neither sent nor kept as a draft by the server. */
export interface ReferralDraft {
  draftId: string
  person: PickedPerson | null
  /** what was typed to find the person */
  personText: string
  destination: Destination
  /** the service or organization in words */
  destinationText: string
  requestId: string | null
  values: Record<string, unknown>
  override: GivenOverride
}

/** Whom and what a draft is about, for the offer to go on with it. */
export const nameOfDraft = ({ person, destinationText }: ReferralDraft) =>
  [person && `${person.firstName} ${person.lastName}`, destinationText].filter(Boolean).join(' · ')
