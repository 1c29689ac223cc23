import { z } from 'zod'
import { deliveryFailures } from '#identity/preferences/undelivered.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** The pages that list links; the path of one is this and its ID. */
export const linkPages = ['people', 'intakes', 'lists'] as const

/** What became of the last message that sent a link to a person. */
export const LinkDeliveryRow = z.object({
  /** Of whatever the link opens, in the table of the feature that made it. */
  linkId: Id,
  messageId: Id,
  channel: z.enum(['email', 'sms']),
  maskedAddress: z.string(),
  sentBy: Id.nullable(),
  organizationId: Id,
  page: z.enum(linkPages),
  pageId: Id,
  queuedOn: Timestamp,
  /** when the mail server or the text service accepted it */
  handedOverOn: Timestamp.nullable(),
  /** refused, or returned later */
  failedOn: Timestamp.nullable(),
  failure: z.enum(deliveryFailures).nullable(),
})
export type LinkDeliveryRow = z.infer<typeof LinkDeliveryRow>

/** That the message with a link did not arrive, as its sender sees it. */
export const NotArrived = z.object({
  maskedAddress: z.string(),
  failure: z.enum(deliveryFailures),
  failedOn: Timestamp,
})
export type NotArrived = z.infer<typeof NotArrived>
/** Of a link in a list; null unless its message failed. */
export const WithArrival = z.object({ notArrived: NotArrived.nullable() })
export type WithArrival = z.infer<typeof WithArrival>
