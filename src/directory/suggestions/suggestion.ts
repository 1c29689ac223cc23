import { z } from 'zod'
import { listingKinds } from '#directory/listings/listing-change.ts'
import {
  ContactLine,
  PlaceOfService,
  PlaceText,
  ServicePhone,
  ServiceText,
  WITHOUT_PLACE,
} from '#directory/services/service-document.ts'
import { WeekHours } from '#directory/services/week-hours.ts'
import { Id, line, PageQuery, pageOf, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** What can be wrong about a service. */
export const suggestionTopics = [
  'hours',
  'phone',
  'contact',
  'address',
  'eligibility',
  'application',
  'closed',
  'other',
] as const
export type SuggestionTopic = (typeof suggestionTopics)[number]
/** Without an account nobody reads whom to ask for, and so nobody corrects it. */
export const publicTopics = suggestionTopics.filter((topic) => topic !== 'contact')
/** Where it was suggested: by an account, by a reader of a shared list, or on the public page of the service. */
export const suggestionSources = ['account', 'shared-list', 'public-page'] as const
export type SuggestionSource = (typeof suggestionSources)[number]
export const suggestionStates = ['open', 'accepted', 'edited', 'rejected'] as const

/** The fields of an address that can be corrected. */
export const SuggestedAddress = z.object({
  address1: line(200, 1).meta({ title: 'Address' }),
  address2: PlaceText.shape.address2,
  city: line(100, 1).meta({ title: 'City' }),
  stateProvince: line(2, 2).meta({ title: 'State' }),
  postalCode: line(10)
    .refine((code) => /^\d{5}(-\d{4})?$/.test(code), { error: 'zip-format' })
    .meta({ title: 'ZIP code' }),
})

/** What a suggestion says in words. */
export const SuggestionWords = z.object({
  /** What is right. For whom it is and how to apply, become these words. */
  text: paragraphs(20_000, 1).meta({ title: 'What is right', format: 'paragraphs' }),
  /** For whoever decides. */
  note: paragraphs(1000).nullable().meta({ title: 'How do you know?', format: 'paragraphs' }),
})

const number = line(60, 1)
/** Somebody to ask for, as the directory says it; an import may have brought an unusual address or number. */
const PresentContact = ContactLine.extend({
  email: z.string().max(2000).nullable(),
  phones: z.array(ServicePhone.extend({ number: z.string().max(200) })).max(500),
})
const HoursKey = z.union([z.literal(WITHOUT_PLACE), Id])

/** A suggested correction: its topic, with the value that is right, or words. */
export const NewSuggestion = z.object({
  topic: z.enum(suggestionTopics),
  text: SuggestionWords.shape.text.nullable().default(null),
  note: SuggestionWords.shape.note.default(null),
  /** At a place of the service, or `service`. */
  hours: z.object({ key: HoursKey, week: WeekHours }).nullable().default(null),
  /** Null `number`: one is missing. Null `becomes`: it no longer works. */
  phone: z.object({ number: number.nullable(), becomes: number.nullable() }).nullable().default(null),
  /** Null `was`: somebody is missing. Null `becomes`: nobody should ask for them any longer. */
  contact: z.object({ was: PresentContact.nullable(), becomes: ContactLine.nullable() }).nullable().default(null),
  address: SuggestedAddress.extend({ locationId: Id }).nullable().default(null),
})
export type NewSuggestion = z.output<typeof NewSuggestion>

/** The field that this topic needs and the suggestion lacks; null if it is complete. */
export function missingPart({ topic, text, hours, phone, contact, address }: NewSuggestion) {
  if (topic === 'closed' || text) return null
  if (topic === 'hours') return hours ? null : 'week'
  if (topic === 'phone') return phone && (phone.number ?? phone.becomes) ? null : 'becomes'
  if (topic === 'contact') return contact && (contact.was ?? contact.becomes) ? null : 'contact.name'
  if (topic === 'address') return address ? null : 'address1'
  return 'text'
}

/** What a form for suggestions shows as the present value, besides the page of the service. */
export const Correctable = z.object({
  hours: z.array(
    z.object({
      key: HoursKey,
      placeName: z.string().nullable(),
      week: WeekHours,
      specialDays: PlaceOfService.shape.specialDays,
    }),
  ),
  /** Whom to ask for, of the service, its places and its organization. */
  contacts: z.array(z.object({ placeName: z.string().nullable(), contact: PresentContact })),
  eligibilityDescription: ServiceText.shape.eligibilityDescription,
  applicationProcess: ServiceText.shape.applicationProcess,
})
export type Correctable = z.infer<typeof Correctable>

const values = z.record(z.string(), z.unknown())

/** A suggestion for whoever decides about it. */
export const Suggestion = z.object({
  id: Id,
  serviceId: Id,
  serviceName: z.string(),
  organizationId: Id,
  organizationName: z.string(),
  topic: z.enum(suggestionTopics),
  /** The listing to change; null if the suggestion is only words. */
  kind: z.enum(listingKinds).nullable(),
  listingId: Id.nullable(),
  /** Of the listing, when it was suggested. */
  version: z.number().int().nullable(),
  /** Values by field. Of telephone numbers and people, only the one that changes; null of a place that is confidential now. */
  before: values.nullable(),
  after: values.nullable(),
  /** Null for the service itself, and for a confidential place. */
  placeName: z.string().nullable(),
  proposed: z.string().nullable(),
  note: z.string().nullable(),
  source: z.enum(suggestionSources),
  /** Null for somebody without an account. */
  suggestedBy: z.string().nullable(),
  suggestedOn: Timestamp,
  state: z.enum(suggestionStates),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedOn: Timestamp.nullable(),
})
export type Suggestion = z.infer<typeof Suggestion>

export const SuggestionQuery = PageQuery.extend({ organizationId: Id.optional() })
export const SuggestionPage = pageOf(Suggestion)
export type SuggestionPage = z.infer<typeof SuggestionPage>

const REASON_MAX = 1000
export const Rejection = z.object({
  reason: paragraphs(REASON_MAX, 1).meta({ title: 'Why not?', format: 'paragraphs' }),
})

/**
 * `accept` saves the proposed value; `version` is the one of the listing that the person saw. `edited` says that the
 * person saved something else, or did what the words say.
 */
export const SuggestionDecision = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), version: z.number().int().optional() }),
  z.object({ action: z.literal('edited') }),
  Rejection.extend({ action: z.literal('reject') }),
])
export type SuggestionDecision = z.infer<typeof SuggestionDecision>
