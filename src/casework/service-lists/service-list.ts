import { z } from 'zod'
import { WithArrival } from '#casework/link-deliveries/link-delivery.ts'
import { refusals, sentWays } from '#casework/safe-contact/safe-contact-policy.ts'
import { Email, Id, PageQuery, pageOf, paragraphs, Timestamp } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'
import { ReportTopic } from './shared-answer.ts'

/** Four printed pages; a longer list helps nobody. */
export const MOST_SERVICES = 12
const NOTE_MAX = 300

export const listLanguages = ['en', 'es'] as const
export type ListLanguage = (typeof listLanguages)[number]
const linkChannels = ['copy', 'email', 'sms'] as const

export const ListRow = z.object({
  id: Id,
  organizationId: Id,
  accountId: Id,
  contactId: Id.nullable(),
  language: z.enum(listLanguages).meta({ title: 'Language of the list' }),
  isCurrent: z.boolean(),
  version: z.number().int(),
  createdOn: Timestamp,
  changedOn: Timestamp,
})
export type ListRow = z.infer<typeof ListRow>

export const EntryRow = z.object({
  listId: Id,
  serviceId: Id,
  position: z.number().int(),
  /** For the person, in the staff's words. */
  note: paragraphs(NOTE_MAX).nullable().meta({ title: 'Note for the person', format: 'paragraphs' }),
})

export const LinkRow = z.object({
  id: Id,
  listId: Id,
  tokenHash: z.string(),
  channel: z.enum(linkChannels),
  createdBy: Id.nullable(),
  createdOn: Timestamp,
  expiresOn: Timestamp,
  withdrawnOn: Timestamp.nullable(),
})
export type LinkRow = z.infer<typeof LinkRow>

const Entry = EntryRow.pick({ serviceId: true, note: true })

/** A service of a list as its staff sees it, with what readers said about it. */
export const ListedService = Entry.extend({
  name: z.string(),
  /** Null if its directory does not name it. */
  organizationName: z.string().nullable(),
  isListed: z.boolean(),
  /** How many links said "I got help". */
  helpedCount: z.number().int(),
  reports: z.array(z.object({ topic: ReportTopic, words: z.string().nullable(), answeredOn: Timestamp })),
})
export type ListedService = z.infer<typeof ListedService>

export const ListLink = LinkRow.pick({
  id: true,
  channel: true,
  createdOn: true,
  expiresOn: true,
  withdrawnOn: true,
}).extend(WithArrival.shape)
export type ListLink = z.infer<typeof ListLink>

/** The person whom a list is for, by first name and initial. */
const ListPerson = z.object({ id: Id, shortName: z.string() })

export const ServiceList = ListRow.pick({
  id: true,
  language: true,
  isCurrent: true,
  version: true,
  createdOn: true,
}).extend({
  person: ListPerson.extend({
    /** Ways of sending the list that are not safe for the person now. */
    notOffered: z.array(z.object({ way: z.enum(sentWays), refusal: z.enum(refusals), nextOn: z.number().nullable() })),
  }).nullable(),
  services: z.array(ListedService),
  links: z.array(ListLink),
})
export type ServiceList = z.infer<typeof ServiceList>

export const CurrentList = z.object({ list: ServiceList.nullable() })
export type CurrentList = z.infer<typeof CurrentList>

export const NewEntry = z.object({ serviceId: Id })

/** A changed list; omitted fields do not change. `services` gives the order, and removes those that it does not name. */
export const ListChange = z.object({
  version: ListRow.shape.version,
  language: ListRow.shape.language.optional(),
  contactId: ListRow.shape.contactId.optional(),
  services: z.array(Entry).max(MOST_SERVICES).optional(),
})
export type ListChange = z.infer<typeof ListChange>

export const ListSummary = ListRow.pick({ id: true, isCurrent: true, createdOn: true }).extend({
  person: ListPerson.nullable(),
  /** The names of its first services. */
  names: z.array(z.string()),
  serviceCount: z.number().int(),
  sentCount: z.number().int(),
  helpedCount: z.number().int(),
  wrongCount: z.number().int(),
})
export type ListSummary = z.infer<typeof ListSummary>
export const ListQuery = PageQuery
export const ListPage = pageOf(ListSummary)
export type ListPage = z.infer<typeof ListPage>

/** Names the link that is sent, so that a call whose answer was lost can be repeated without a second message. */
const id = Id.optional()
/** Where to a list is sent. */
export const ListMessage = z.discriminatedUnion('channel', [
  z.object({ id, channel: z.literal('email'), to: Email }),
  z.object({ id, channel: z.literal('sms'), to: PhoneNumber }),
])
export type ListMessage = z.infer<typeof ListMessage>

/** A new link; the URL is returned only once. */
export const NewLink = z.object({ url: z.string(), expiresOn: Timestamp })
export type NewLink = z.infer<typeof NewLink>
