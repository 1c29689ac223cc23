import { z } from 'zod'
import { Id, line, pageOf, Timestamp } from '#platform/schema/fields.ts'
import { SupportRequestNoteRow } from './support-request.ts'
import { MentionedPerson, TicketPerson } from './support-request-call.ts'

/** The people that '@' offers in a note: only those who may read it. */
export const MentionableQuery = z.object({
  visibility: SupportRequestNoteRow.shape.visibility.default('public'),
  text: line(100).optional(),
})
export const Mentionable = z.object({ items: z.array(MentionedPerson.extend({ isAgent: z.boolean() })) })
export type Mentionable = z.infer<typeof Mentionable>

/** The reader's own subscription to a ticket: the same as its `receiveEmailUpdates`. */
export const Watch = z.object({ receiveEmailUpdates: z.boolean() })
/**
 * What a mail's unsubscribe link turns off: mails about this ticket, or, without one, mails about answers in the
 * reader's assigned tickets.
 */
export const EmailUpdates = z.object({ ticketNumber: z.string().nullable() })
export type EmailUpdates = z.infer<typeof EmailUpdates>
export const Watchers = z.object({
  items: z.array(
    TicketPerson.extend({
      /** the ticket that they asked about, if it is another one that is merged with this one */
      through: z.string().nullable(),
      /** their account is frozen: nothing is sent to them for now */
      isOnHold: z.boolean(),
    }),
  ),
})
export type Watchers = z.infer<typeof Watchers>

/** An unread note that mentions the reader. */
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
