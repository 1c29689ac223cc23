import { z } from 'zod'
import { AnswersCall, Intake, LinkIntake } from '#casework/intakes/intake.ts'
import { WithArrival } from '#casework/link-deliveries/link-delivery.ts'
import { Day, Email, Id, Timestamp } from '#platform/schema/fields.ts'
import { PhoneNumber } from '#platform/schema/phone-number.ts'

export const linkChannels = ['copy', 'email', 'sms'] as const

export const IntakeLinkRow = z.object({
  id: Id,
  intakeId: Id,
  codeHash: z.string(),
  channel: z.enum(linkChannels),
  createdBy: Id.nullable(),
  createdOn: Timestamp,
  expiresOn: Timestamp,
  withdrawnOn: Timestamp.nullable(),
  triesLeft: z.number().int(),
  sessionHash: z.string().nullable(),
  sessionExpiresOn: Timestamp.nullable(),
})
export type IntakeLinkRow = z.infer<typeof IntakeLinkRow>

/** How the link reaches the person: copied by staff, or sent to an address that the person gave. */
export const LinkWay = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('copy') }),
  z.object({ channel: z.literal('email'), to: Email }),
  z.object({ channel: z.literal('sms'), to: PhoneNumber }),
])
export type LinkWay = z.infer<typeof LinkWay>
/** Names the link, so that a call whose answer was lost can be repeated: it neither makes nor sends a second one. */
export const LinkId = Id.optional()
export const NewIntakeLink = z.object({ ...LinkIntake.shape, way: LinkWay, id: LinkId })
export type NewIntakeLink = z.infer<typeof NewIntakeLink>

/** A new link; its URL is returned only once, and only if it is to be copied. */
export const MadeLink = z.object({ id: Id, intakeId: Id, url: z.string().nullable(), expiresOn: Timestamp })
export type MadeLink = z.infer<typeof MadeLink>

export const ShownLink = IntakeLinkRow.pick({
  id: true,
  intakeId: true,
  channel: true,
  createdOn: true,
  expiresOn: true,
  withdrawnOn: true,
  triesLeft: true,
}).extend(WithArrival.shape)
export type ShownLink = z.infer<typeof ShownLink>
export const LinkList = z.object({ items: z.array(ShownLink), nextCursor: z.null() })

/**
 * What a link says before the birth date is known: no name, and nothing about the questions. The organization is null
 * where nobody may know who writes.
 */
export const ClosedForm = z.object({ organizationName: z.string().nullable(), language: Intake.shape.language })
export type ClosedForm = z.infer<typeof ClosedForm>

export const OpenCall = z.object({ birthDate: Day.meta({ title: 'Birth date', format: 'date' }) })
/** The form for the person, with the answers that were given through this link. */
export const OpenedForm = Intake.pick({
  id: true,
  language: true,
  definition: true,
  versionNumber: true,
  answers: true,
}).extend({ session: z.string(), organizationName: z.string() })
export type OpenedForm = z.infer<typeof OpenedForm>
const session = z.object({ session: z.string().min(1).max(100) })
export const LinkAnswersCall = AnswersCall.extend(session.shape)
export const SendCall = session
