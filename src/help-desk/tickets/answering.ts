import { z } from 'zod'
import { Id, line, pageOf, Timestamp } from '#platform/schema/fields.ts'
import { SupportRequestNoteRow } from './support-request.ts'
import { MentionedPerson, TicketPerson } from './support-request-call.ts'

/** Whom the '@' of a note offers: only who may read that note. */
export const MentionableQuery = z.object({
  visibility: SupportRequestNoteRow.shape.visibility.default('public'),
  text: line(100).optional(),
})
export const Mentionable = z.object({ items: z.array(MentionedPerson.extend({ isAgent: z.boolean() })) })
export type Mentionable = z.infer<typeof Mentionable>

/** One's own wish for news of a ticket: the same subscription as `receiveEmailUpdates` of the ticket. */
export const Watch = z.object({ receiveEmailUpdates: z.boolean() })
/** What a mail's way out ends: the mails about this ticket, or, without one, those about answers in tickets that are given to the reader. */
export const EmailUpdates = z.object({ ticketNumber: z.string().nullable() })
export type EmailUpdates = z.infer<typeof EmailUpdates>
export const Watchers = z.object({
  items: z.array(
    TicketPerson.extend({
      /** the ticket that they asked about, when it is another one that is merged with this */
      through: z.string().nullable(),
      /** their account is frozen: nothing is sent to them for now */
      isOnHold: z.boolean(),
    }),
  ),
})
export type Watchers = z.infer<typeof Watchers>

/** A note that names the reader and that they have not seen. */
export const Mention = z.object({
  noteId: Id,
  supportRequestId: Id,
  ticketNumber: z.string(),
  visibility: SupportRequestNoteRow.shape.visibility,
  createdOn: Timestamp,
  createdByPortalAccount: MentionedPerson,
})
export type Mention = z.infer<typeof Mention>
export const MentionPage = pageOf(Mention)
export type MentionPage = z.infer<typeof MentionPage>
