import type { Need } from '#directory/needs/need.ts'
import type { Consent, NewConsent } from './consent.ts'

type Terms = Pick<Consent, 'scope' | 'needs' | 'recipientIds' | 'givenOn' | 'expiresOn' | 'withdrawnOn'>

const dayLength = 24 * 60 * 60 * 1000

/**
 * Whether a consent is in force on a day (yyyy-MM-dd). Its last day counts.
 * @param givenBy the latest day on which it may have been given, which can have begun further east
 */
export const isInForce = (
  consent: Pick<Terms, 'givenOn' | 'expiresOn' | 'withdrawnOn'>,
  day: string,
  givenBy: string = day,
) =>
  consent.withdrawnOn === null && consent.givenOn <= givenBy && (consent.expiresOn === null || consent.expiresOn >= day)

/** A consent that ends within so many days is to be renewed. */
const SOON = 30

/**
 * Whether staff have to ask for a consent: none is in force, or all that are end soon. Undefined if neither.
 * @param day yyyy-MM-dd
 */
export function consentEnd(
  consents: readonly Pick<Terms, 'givenOn' | 'expiresOn' | 'withdrawnOn'>[],
  day: string,
): 'missing' | { expiresOn: string } | undefined {
  const ends = consents.filter((consent) => isInForce(consent, day)).map(({ expiresOn }) => expiresOn)
  if (ends.length === 0) return 'missing'
  const last = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null)
  const soon = new Date(Date.parse(day) + SOON * dayLength).toISOString().slice(0, 10)
  return last && last <= soon ? { expiresOn: last } : undefined
}

/** 'Every organization in the network' means those with an active account; others must be named. */
const coversRecipient = (consent: Terms, { recipientOrganizationId, isInNetwork }: Sharing) =>
  consent.scope === 'network' ? isInNetwork : consent.recipientIds.includes(recipientOrganizationId)

const coversNeed = (consent: Terms, need: Need) => consent.needs.length === 0 || consent.needs.includes(need)

export interface Sharing {
  recipientOrganizationId: string
  /** whether anyone at the recipient has an active account */
  isInNetwork: boolean
  need: Need
  /** yyyy-MM-dd, in the portal's time zone */
  day: string
  /** yyyy-MM-dd, the latest day on which a consent may have been given; without it, `day` */
  givenBy?: string
}
const allowsNow = (consent: Terms, { day, givenBy }: Sharing) => isInForce(consent, day, givenBy)

/** The first consent that allows sharing a person's details with this organization for this need on this day. */
export const findCoveringConsent = <C extends Terms>(consents: readonly C[], sharing: Sharing): C | undefined =>
  consents.find(
    (consent) => allowsNow(consent, sharing) && coversRecipient(consent, sharing) && coversNeed(consent, sharing.need),
  )

export type ConsentGap = 'none-recorded' | 'not-in-force' | 'not-in-network' | 'recipient' | 'need'

/** What is missing, as precisely as the consents allow; undefined if nothing is. */
export function consentGap(consents: readonly Terms[], sharing: Sharing): ConsentGap | undefined {
  if (findCoveringConsent(consents, sharing)) return undefined
  if (consents.length === 0) return 'none-recorded'
  const inForce = consents.filter((consent) => allowsNow(consent, sharing))
  if (inForce.length === 0) return 'not-in-force'
  if (inForce.some((consent) => coversRecipient(consent, sharing))) return 'need'
  return inForce.some((consent) => consent.scope === 'network') ? 'not-in-network' : 'recipient'
}

/** A leap year, because the reader's local date may differ. */
const verbalDays = 366

/** Why a consent cannot have been given on its day, as a key under `message.…` in the texts; undefined if it can. */
export function whyNotGivenOn(
  { givenOn, howGiven }: { givenOn: string; howGiven: string },
  birthDate: string | null,
  now = new Date(),
) {
  const day = (daysFromNow: number) => new Date(now.getTime() + daysFromNow * dayLength).toISOString().slice(0, 10)
  if (givenOn < '1900-01-01') return 'given-too-early'
  if (birthDate && givenOn < birthDate) return 'given-before-birth'
  // The date may already have started in a time zone further east.
  if (givenOn > day(14 / 24)) return 'date-in-future'
  return howGiven === 'verbal' && givenOn < day(-verbalDays) ? 'verbal-too-old' : undefined
}

/** What shows that a consent was given, by how it was given. */
const proofFields = {
  electronic: ['fileId', 'signedName'],
  verbal: ['witnessName'],
  written: ['fileId'],
} as const satisfies Record<Consent['howGiven'], readonly (keyof Consent)[]>
const mistakes = {
  electronic: { path: 'signedName', message: 'signature-needed' },
  verbal: { path: 'witnessName', message: 'witness-needed' },
  written: { path: 'fileId', message: 'scan-needed' },
} as const

type Given = Pick<NewConsent, 'howGiven' | 'textId' | 'language' | 'witnessName' | 'signedName' | 'fileId'>

/**
 * What a consent lacks that is given on a text: a signature, a witness or a scan. One without a text was given before,
 * on paper of the organization's own; nothing more is known of it.
 * @returns the field, and a key under `message.…` in the texts
 */
export function proofGap(consent: Given) {
  if (!consent.textId) return undefined
  if (!consent.language) return { path: 'language', message: 'needed' }
  const isShown = proofFields[consent.howGiven].some((field) => consent[field])
  return isShown ? undefined : mistakes[consent.howGiven]
}

/** The text and the proof of a consent; what belongs to another way of giving it is left out. */
export function proofOf(consent: Given) {
  const none = { textId: null, language: null, witnessName: null, signedName: null, fileId: null }
  if (!consent.textId) return none
  const shown = proofFields[consent.howGiven].map((field) => [field, consent[field] || null])
  return { ...none, textId: consent.textId, language: consent.language ?? null, ...Object.fromEntries(shown) }
}
