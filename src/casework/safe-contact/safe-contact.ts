import { z } from 'zod'
import { Email, Id, line, paragraphs, Timestamp } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'
import { isTimeZone } from '#platform/schema/time-zone.ts'

/** How a person can be contacted. A voicemail is a call that nobody answers. */
export const contactWays = ['call', 'voicemail', 'text', 'email', 'mail'] as const
export type ContactWay = (typeof contactWays)[number]

export const SafePhone = z.object({
  phoneNumber: PhoneNumber,
  mayCall: z.boolean(),
  mayVoicemail: z.boolean(),
  mayText: z.boolean(),
})
export type SafePhone = z.infer<typeof SafePhone>

const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'clock-time' })
const sorted = <Item>(items: Item[]) => [...new Set(items)].sort()
export const SafeHours = z
  .object({
    /** Monday to Sunday, numbered as in ISO 8601. */
    days: z.array(z.number().int().min(1).max(7)).min(1, { error: 'a-day-needed' }).max(7).overwrite(sorted),
    from: ClockTime,
    to: ClockTime,
  })
  .refine(({ from, to }) => to > from, { path: ['to'], error: 'ends-before-start' })
export type SafeHours = z.infer<typeof SafeHours>

export const SafeContactRow = z.object({
  contactId: Id,
  doNotContact: z.boolean().meta({ title: 'Do not contact this person' }),
  phones: z
    .array(SafePhone)
    .max(10)
    .refine((phones) => new Set(phones.map(({ phoneNumber }) => phoneNumber)).size === phones.length, {
      error: 'same-phone',
    }),
  /** The address that `mayEmail` is about. */
  email: Email.nullable(),
  mayEmail: z.boolean(),
  mayMail: z.boolean(),
  /** None means at any time. */
  hours: z.array(SafeHours).max(14),
  timeZone: z.string().max(60).refine(isTimeZone, { error: 'time-zone' }).meta({ title: 'Time zone' }),
  hoursNote: line(200).nullable().meta({ title: 'When, in words' }),
  isDiscreet: z.boolean().meta({ title: 'Do not say who is calling or writing' }),
  avoid: paragraphs(1000).nullable().meta({ title: 'What must not be mentioned', format: 'paragraphs' }),
  askFor: line(100).nullable().meta({ title: 'Whom to ask for' }),
  preferredWay: z.enum(['call', 'text', 'email', 'mail']).nullable().meta({ title: 'They prefer' }),
  /** by a text or an e-mail that the portal sends by itself */
  wantsNotices: z.boolean().meta({ title: 'They want to be told where their referrals stand' }),
  version: z.number().int(),
  changedBy: Id.nullable(),
  changedOn: Timestamp,
})
export type SafeContactRow = z.infer<typeof SafeContactRow>

/** How a person may be contacted safely, as everybody sees it who sees how to reach them. */
export const SafeContact = SafeContactRow.omit({ contactId: true, changedBy: true })
export type SafeContact = z.infer<typeof SafeContact>

/** What is saved, based on the version that was read; 0 if nothing was on record. */
export const SafeContactChange = SafeContact.omit({ changedOn: true })
export type SafeContactChange = z.infer<typeof SafeContactChange>
