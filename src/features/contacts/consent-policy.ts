import type { Consent } from './consent.ts'
import type { Need } from './need.ts'

type Terms = Pick<Consent, 'scope' | 'needs' | 'recipientIds' | 'givenOn' | 'expiresOn' | 'withdrawnOn'>

/** Is this consent in force on a day (yyyy-MM-dd)? Its last day counts. */
export const isInForce = (consent: Pick<Terms, 'givenOn' | 'expiresOn' | 'withdrawnOn'>, day: string) =>
  consent.withdrawnOn === null && consent.givenOn <= day && (consent.expiresOn === null || consent.expiresOn >= day)

const coversRecipient = (consent: Terms, organizationId: string) =>
  consent.scope === 'network' || consent.recipientIds.includes(organizationId)

const coversNeed = (consent: Terms, need: Need) => consent.needs.length === 0 || consent.needs.includes(need)

export interface Sharing {
  recipientOrganizationId: string
  need: Need
  /** yyyy-MM-dd */
  day: string
}

/** The first consent that lets a person's details go to this organization for this need on this day. */
export const findCoveringConsent = <C extends Terms>(consents: readonly C[], sharing: Sharing): C | undefined =>
  consents.find(
    (consent) =>
      isInForce(consent, sharing.day) &&
      coversRecipient(consent, sharing.recipientOrganizationId) &&
      coversNeed(consent, sharing.need),
  )

export type ConsentGap = 'none-recorded' | 'not-in-force' | 'recipient' | 'need'

/** What is missing, said as precisely as the consents allow; undefined when nothing is. */
export function consentGap(consents: readonly Terms[], sharing: Sharing): ConsentGap | undefined {
  if (findCoveringConsent(consents, sharing)) return undefined
  if (consents.length === 0) return 'none-recorded'
  const inForce = consents.filter((consent) => isInForce(consent, sharing.day))
  if (inForce.length === 0) return 'not-in-force'
  return inForce.some((consent) => coversRecipient(consent, sharing.recipientOrganizationId)) ? 'need' : 'recipient'
}
