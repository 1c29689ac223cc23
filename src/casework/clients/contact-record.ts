import { z } from 'zod'
import { likenessReasons } from '#casework/person-likeness/likeness.ts'
import { SafeContact } from '#casework/safe-contact/safe-contact.ts'
import { refusals } from '#casework/safe-contact/safe-contact-policy.ts'
import { ContactPhone, ContactRow } from '#identity/people/contact.ts'
import { Id, line, PageQuery, pageOf } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'
import { ConsentShown } from './consent.ts'

/** The fields of a person's record that people fill in. Forms, calls and comparisons are derived from it. */
export const PersonFields = ContactRow.omit({
  id: true,
  organizationId: true,
  title: true,
  createdBy: true,
  createdOn: true,
  changedOn: true,
  version: true,
  mergedInto: true,
})
export type PersonFieldName = keyof typeof PersonFields.shape
export const personFieldNames = Object.keys(PersonFields.shape) as PersonFieldName[]

/** These have a form of their own where a record is read: in the name, a date, a link, or one address. */
const placed = ['firstName', 'lastName', 'birthDate', 'email', 'language'] as const
const ofAddress = ['address1', 'address2', 'city', 'stateProvince', 'postalCode'] as const
type OtherField = Exclude<PersonFieldName, (typeof placed)[number] | (typeof ofAddress)[number]>
const hasPlace = new Set<string>([...placed, ...ofAddress])
/** All others are shown and exported as they were typed, under the contract's label. */
export const otherPersonFields = personFieldNames.filter((name): name is OtherField => !hasPlace.has(name))

/** The day may already have started in a time zone further east. */
const lastBirthDate = () => new Date(Date.now() + 14 * 60 * 60 * 1000).toISOString().slice(0, 10)
const birthDate = PersonFields.shape.birthDate.refine(
  (day) => day === null || (day >= '1880-01-01' && day <= lastBirthDate()),
  {
    error: 'birth-date-range',
  },
)

/** Five digits, or nine. */
export const isZip = (code: string) => /^\d{5}(-\d{4})?$/.test(code)
const postalCode = PersonFields.shape.postalCode.refine((code) => !code || isZip(code), { error: 'zip-format' })

/** What people who live together usually share, for recording the next one. */
export const SharedAtHome = PersonFields.pick({
  lastName: true,
  address1: true,
  address2: true,
  city: true,
  stateProvince: true,
  postalCode: true,
  language: true,
})
export type SharedAtHome = z.infer<typeof SharedAtHome>

export const PhoneEntry = ContactPhone.pick({ kind: true, isPrimary: true }).extend({
  phoneNumber: PhoneNumber,
  kind: ContactPhone.shape.kind.default('mobile').meta({ title: 'Kind' }),
  isPrimary: ContactPhone.shape.isPrimary.default(false),
})
export type PhoneEntry = z.infer<typeof PhoneEntry>

const Phones = z
  .array(PhoneEntry)
  .max(10)
  .refine((phones) => phones.filter((phone) => phone.isPrimary).length <= 1, { error: 'one-primary-phone' })
  .meta({ title: 'Phone numbers' })

export const NewContact = PersonFields.partial().extend({
  firstName: PersonFields.shape.firstName,
  lastName: PersonFields.shape.lastName,
  birthDate: birthDate.optional(),
  postalCode: postalCode.optional(),
  phones: Phones.default([]),
})
export type NewContact = z.infer<typeof NewContact>

/** With an ID for the record, the call is safe to repeat. */
export const NewContactCall = NewContact.extend({ id: Id.optional() })
export type NewContactCall = z.infer<typeof NewContactCall>

/**
 * The changed record, based on the version that was read; omitted fields do not change. A ZIP code is validated only if
 * it changes.
 */
export const ContactChange = PersonFields.partial().extend({
  birthDate: birthDate.optional(),
  phones: Phones.optional(),
  version: ContactRow.shape.version,
})
export type ContactChange = z.infer<typeof ContactChange>

/** A person's record as their organization sees it. */
export const Contact = ContactRow.extend({
  phones: z.array(ContactPhone.omit({ contactId: true })),
  consents: z.array(ConsentShown),
  /** How they may be contacted; null if nobody asked yet. */
  safeContact: SafeContact.nullable(),
})
export type Contact = z.infer<typeof Contact>

export const ContactInList = ContactRow.pick({
  id: true,
  firstName: true,
  lastName: true,
  birthDate: true,
  email: true,
  city: true,
  postalCode: true,
  createdOn: true,
}).extend({
  primaryPhone: z.string().nullable(),
})
export type ContactInList = z.infer<typeof ContactInList>
/** A person in the list, and why their number must not be called now. */
export const ListedContact = ContactInList.extend({
  version: ContactRow.shape.version,
  callRefusal: z.enum(refusals).nullable(),
})
export type ListedContact = z.infer<typeof ListedContact>
export const ContactPage = pageOf(ListedContact).extend({
  /** whether there was no exact match, and these are names with a similar spelling */
  isAlike: z.boolean(),
})
/** How many people a call names, and how many can be selected in the list. */
export const MOST_PEOPLE = 200
/** Sent in the body of a POST, because names must not appear in URLs, which are stored in logs and histories. */
export const ContactSearch = PageQuery.extend({
  search: line(100).optional(),
  /** Only these, if they match; who is only spelled similarly does not. */
  ids: z.array(Id).min(1).max(MOST_PEOPLE).optional(),
})
export type ContactSearch = z.infer<typeof ContactSearch>

/** What is known so far about a person who is being recorded. */
export const DuplicateQuery = z.object({
  firstName: line(100).default(''),
  lastName: line(100).default(''),
  birthDate: ContactRow.shape.birthDate.optional(),
  email: line(254).nullish(),
  address1: ContactRow.shape.address1.optional(),
  postalCode: ContactRow.shape.postalCode.optional(),
  phones: z
    .array(z.object({ phoneNumber: line(40) }))
    .max(10)
    .default([]),
  /** the record being edited, which is not its own duplicate */
  exceptId: Id.optional(),
})
export type DuplicateQuery = z.infer<typeof DuplicateQuery>

/** What is the same. */
export const sameReasons = ['birth-date-and-name', 'email', 'phone', 'same-name'] as const
/** What is the same, or only alike. */
export const duplicateReasons = [...new Set([...sameReasons, ...likenessReasons])] as const
export const LikelyDuplicate = ContactInList.extend({ reasons: z.array(z.enum(duplicateReasons)) })
export type LikelyDuplicate = z.infer<typeof LikelyDuplicate>

/** First name and initial: the part of a name that may appear in lists on shared screens and in e-mails. */
export const shortName = (person: { firstName: string; lastName: string }) => {
  const initial = [...person.lastName.trim()][0]
  return initial ? `${person.firstName} ${initial.toUpperCase()}.` : person.firstName
}
