import { z } from 'zod'
import { Consent } from '#casework/clients/consent.ts'
import { ConsentLanguage, ConsentTerms, FilledText } from '#casework/consent-texts/consent-text.ts'
import { LinkWay, linkChannels, OpenCall } from '#casework/intake-links/intake-link.ts'
import { WithArrival } from '#casework/link-deliveries/link-delivery.ts'
import { Id, line, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** A consent that staff asked a person for by a link. */
export const ConsentRequestRow = z.object({
  /** Made by the browser, so that a repeated call asks once. */
  id: Id,
  contactId: Id,
  askedBy: Id.nullable(),
  askedOn: Timestamp,
  textId: Id,
  ...Consent.pick({ scope: true, needs: true, recipientIds: true, expiresOn: true }).shape,
  /** In which the link was sent. */
  language: ConsentLanguage,
  channel: z.enum(linkChannels),
  codeHash: z.string(),
  /** Of links that a newer one replaced. */
  formerCodes: z.array(z.string()),
  sends: z.number().int(),
  sentOn: Timestamp,
  linkExpiresOn: Timestamp,
  /** When the birth date was first right. */
  openedOn: Timestamp.nullable(),
  triesLeft: z.number().int(),
  sessionHash: z.string().nullable(),
  sessionExpiresOn: Timestamp.nullable(),
  withdrawnOn: Timestamp.nullable(),
  answer: z.enum(['given', 'refused']).nullable(),
  answeredOn: Timestamp.nullable(),
  /** The language in which the person read the text. */
  answeredIn: ConsentLanguage.nullable(),
  refusalReason: paragraphs(500).nullable(),
  consentId: Id.nullable(),
})
export type ConsentRequestRow = z.infer<typeof ConsentRequestRow>

/** What staff ask for. */
export const NewConsentRequest = ConsentRequestRow.pick({
  id: true,
  textId: true,
  scope: true,
  needs: true,
  recipientIds: true,
  expiresOn: true,
  language: true,
}).extend({ way: LinkWay })
export type NewConsentRequest = z.infer<typeof NewConsentRequest>

/** Sends a new link. @property sends how often the caller knows that it was sent, so that a repeated call sends once */
export const SendAgainCall = z.object({ way: LinkWay, language: ConsentLanguage, sends: z.number().int() })
export type SendAgainCall = z.infer<typeof SendAgainCall>

export const requestStandings = ['pending', 'given', 'refused', 'withdrawn', 'expired', 'locked'] as const
export type RequestStanding = (typeof requestStandings)[number]

type Standing = Pick<ConsentRequestRow, 'answer' | 'withdrawnOn' | 'triesLeft' | 'linkExpiresOn'>
/** The status of a request. An answer counts even after the link has expired. */
export function standingOf({ answer, withdrawnOn, triesLeft, linkExpiresOn }: Standing): RequestStanding {
  if (answer) return answer
  if (withdrawnOn) return 'withdrawn'
  if (triesLeft === 0) return 'locked'
  return Date.parse(linkExpiresOn) <= Date.now() ? 'expired' : 'pending'
}

/** A request as the staff who keep the record see it. */
export const ShownConsentRequest = ConsentRequestRow.pick({
  id: true,
  askedOn: true,
  scope: true,
  needs: true,
  recipientIds: true,
  expiresOn: true,
  language: true,
  channel: true,
  sends: true,
  sentOn: true,
  linkExpiresOn: true,
  openedOn: true,
  withdrawnOn: true,
  answeredOn: true,
  answeredIn: true,
  refusalReason: true,
}).extend({
  ...WithArrival.shape,
  standing: z.enum(requestStandings),
  recipients: z.array(z.object({ id: Id, name: z.string() })),
  textNumber: z.number().int().nullable(),
  askedByName: z.string().nullable(),
})
export type ShownConsentRequest = z.infer<typeof ShownConsentRequest>
export const ConsentRequests = z.object({ items: z.array(ShownConsentRequest), nextCursor: z.null() })

/** A request that was sent; its URL is returned only once, and only if it is to be copied. */
export const SentConsentRequest = z.object({ url: z.string().nullable(), items: z.array(ShownConsentRequest) })
export type SentConsentRequest = z.infer<typeof SentConsentRequest>

/**
 * What a link says before the birth date is known: no name, and nothing about what is asked. The organization is null
 * where nobody may know who writes.
 */
export const ClosedConsentRequest = z.object({ organizationName: z.string().nullable(), language: ConsentLanguage })
export type ClosedConsentRequest = z.infer<typeof ClosedConsentRequest>

export const OpenConsentCall = OpenCall
/** Names the browser that knew the birth date. */
export const OpenedSession = z.object({ session: z.string() })

const session = z.string().min(1).max(100)
export const ReadConsentCall = z.object({ session, language: ConsentLanguage })

/** The maximum size of a signature image, far above any real one. */
export const SIGNATURE_LENGTH = 600_000
/** The person signs what they read: the version of the text and its terms come back. */
export const SignCall = ReadConsentCall.extend({
  textId: Id,
  terms: ConsentTerms,
  signedName: line(100).nullable().meta({ title: 'Typed name' }),
  /** a PNG in base64 */
  signature: z
    .string()
    .max(SIGNATURE_LENGTH)
    .regex(/^[A-Za-z0-9+/]+=*$/)
    .nullable(),
})
export type SignCall = z.infer<typeof SignCall>
export const RefuseCall = ReadConsentCall.extend({
  reason: paragraphs(500).nullable().meta({ title: 'Why not' }),
})
export type RefuseCall = z.infer<typeof RefuseCall>

/** What the person reads, and what they answered. */
export const OpenConsentRequest = z.object({
  organizationName: z.string(),
  text: FilledText,
  terms: ConsentTerms,
  answer: ConsentRequestRow.shape.answer,
  answeredOn: Timestamp.nullable(),
  signedName: z.string().nullable(),
  refusalReason: z.string().nullable(),
})
export type OpenConsentRequest = z.infer<typeof OpenConsentRequest>
