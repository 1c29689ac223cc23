import { z } from 'zod'
import { HelpCall } from '#casework/help-answers/help-answer.ts'
import { LinkId, LinkWay, linkChannels } from '#casework/intake-links/intake-link.ts'
import { WithArrival } from '#casework/link-deliveries/link-delivery.ts'
import { NewCorrection } from '#casework/own-record/own-record.ts'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'

const Language = z.enum(['en', 'es'])

/** A link by which a person sees their own record without an account. */
export const RecordLinkRow = z.object({
  id: Id,
  contactId: Id,
  codeHash: z.string(),
  channel: z.enum(linkChannels),
  language: Language,
  createdBy: Id.nullable(),
  createdOn: Timestamp,
  expiresOn: Timestamp,
  withdrawnOn: Timestamp.nullable(),
  /** when the birth date was first right */
  openedOn: Timestamp.nullable(),
  triesLeft: z.number().int(),
  sessionHash: z.string().nullable(),
  sessionExpiresOn: Timestamp.nullable(),
})
export type RecordLinkRow = z.infer<typeof RecordLinkRow>

export const NewRecordLink = z.object({ language: Language, way: LinkWay, id: LinkId })
export type NewRecordLink = z.infer<typeof NewRecordLink>

/** A new link; its URL is returned only once, and only if it is to be copied. */
export const MadeRecordLink = z.object({ id: Id, url: z.string().nullable(), expiresOn: Timestamp })
export type MadeRecordLink = z.infer<typeof MadeRecordLink>

export const ShownRecordLink = RecordLinkRow.pick({
  id: true,
  channel: true,
  createdOn: true,
  expiresOn: true,
  withdrawnOn: true,
  openedOn: true,
  triesLeft: true,
}).extend(WithArrival.shape)
export type ShownRecordLink = z.infer<typeof ShownRecordLink>
export const RecordLinks = z.object({ items: z.array(ShownRecordLink), nextCursor: z.null() })

/** What a link says before the birth date is known: no name, and no organization where nobody may know who writes. */
export const ClosedRecord = z.object({ organizationName: z.string().nullable(), language: Language })
export type ClosedRecord = z.infer<typeof ClosedRecord>

export const OpenRecordCall = z.object({ birthDate: Day.meta({ title: 'Birth date', format: 'date' }) })
/** Names the browser that knew the birth date. */
export const OpenedRecord = z.object({ session: z.string() })

const session = z.string().max(100)
export const SessionCall = z.object({ session })
export const ConsentCall = SessionCall.extend({ consentId: Id })
export const CorrectionCall = NewCorrection.extend({ session })
export const HelpByLink = HelpCall.extend({ session })
