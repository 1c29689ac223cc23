import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** Of which steps of a referral its people are notified. */
export const noticeKinds = ['sent', 'accepted', 'appointment', 'closed'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Why a person is not notified, or not yet. */
export const silences = [
  'not-asked',
  'not-wished',
  'do-not-contact',
  'no-address',
  'unsafe',
  'no-texts',
  'not-now',
  'no-birth-date',
  'withdrawn',
  'not-delivered',
  'too-many',
] as const
export type Silence = (typeof silences)[number]

/** Of what step of a referral a person was notified, or why not. */
export const PersonNoticeRow = z.object({
  id: Id,
  referralId: Id,
  requestId: Id,
  eventId: Id,
  contactId: Id,
  kind: z.enum(noticeKinds),
  state: z.enum(['waiting', 'told', 'not-told']),
  reason: z.enum(silences).nullable(),
  channel: z.enum(['email', 'sms']).nullable(),
  maskedAddress: z.string().nullable(),
  messageId: Id.nullable(),
  changedOn: Timestamp,
})
export type PersonNoticeRow = z.infer<typeof PersonNoticeRow>

const Channel = PersonNoticeRow.shape.channel
/** A notice as both sides of a referral see it; only the sender sees where it went. */
export const ShownNotice = PersonNoticeRow.pick({
  id: true,
  kind: true,
  state: true,
  reason: true,
  channel: true,
  maskedAddress: true,
  changedOn: true,
})
export type ShownNotice = z.infer<typeof ShownNotice>

/** A person of a referral, by first name and initial, with how they are notified now and of what they were. */
export const NotifiedPerson = z.object({
  name: z.string(),
  /** the record, for the organization that keeps it */
  contactId: Id.nullable(),
  /** how they would be notified now; null if not */
  channel: Channel,
  maskedAddress: z.string().nullable(),
  reason: z.enum(silences).nullable(),
  notices: z.array(ShownNotice),
})
export type NotifiedPerson = z.infer<typeof NotifiedPerson>
export const NotifiedPeople = z.object({ items: z.array(NotifiedPerson), nextCursor: z.null() })
