import type { PickedPerson } from '#casework/clients/web/person-search-public.tsx'
import type { Destination } from './destination-picker.tsx'
import type { OtherRecipient } from './more-recipients.tsx'
import type { GivenOverride } from './override-fields.tsx'

export const REFERRAL_DRAFT = 'newReferral'
/** The name under which unsaved changes of a server-side draft are stored. */
export const nameOfEdit = (id: string) => `editReferral:${id}`

/** The input of a referral that has been neither sent nor saved as a draft on the server. */
export interface ReferralDraft {
  draftId: string
  person: PickedPerson | null
  /** the text typed to find the person */
  personText: string
  /** others in the person's household; a draft of an earlier version has none */
  alsoForIds?: string[]
  destination: Destination
  /** the service or organization in words */
  destinationText: string
  /** further services that are asked at the same time; a draft of an earlier version has none */
  others?: OtherRecipient[]
  requestId: string | null
  /** whether that request was tried before, so that its details stay as they are */
  isTried?: boolean
  values: Record<string, unknown>
  override: GivenOverride
  /** for a server-side draft that is being changed: the version that was read */
  version?: number
}

/** The person and destination of a draft, for the offer to continue it. */
export const nameOfDraft = ({ person, destinationText }: ReferralDraft) =>
  [person && `${person.firstName} ${person.lastName}`, destinationText].filter(Boolean).join(' · ')
