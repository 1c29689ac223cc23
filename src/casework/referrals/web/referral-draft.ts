import type { Destination } from './destination-picker.tsx'
import type { GivenOverride } from './override-fields.tsx'
import type { PickedPerson } from './person-picker.tsx'

export const REFERRAL_DRAFT = 'newReferral'
/** Under which what is typed while a draft of the server is changed is kept. */
export const nameOfEdit = (id: string) => `editReferral:${id}`

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
  /** of a draft of the server that is changed: the version that was read */
  version?: number
}

/** Whom and what a draft is about, for the offer to go on with it. */
export const nameOfDraft = ({ person, destinationText }: ReferralDraft) =>
  [person && `${person.firstName} ${person.lastName}`, destinationText].filter(Boolean).join(' · ')
