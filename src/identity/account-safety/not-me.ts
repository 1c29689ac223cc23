import { z } from 'zod'
import { Timestamp } from '#platform/schema/fields.ts'

/** The code of a link: longer ones are nobody's. */
export const NotMeCode = z.object({ code: z.string().min(1).max(100) })

/** What the screen behind a 'this was not me' link shows before anything is done. */
export const NotMeLink = z.object({
  /** What the mail told of, by the key of the texts. */
  kind: z.string(),
  createdOn: Timestamp,
  state: z.enum(['open', 'used', 'expired']),
})
export type NotMeLink = z.infer<typeof NotMeLink>

/** What was done. */
export const NotMeDone = z.object({
  sessionsEnded: z.number().int(),
  /** Ways to sign in that were added since, and were taken away again. */
  waysRemoved: z.number().int(),
  /** The address that the link to a new password goes to, all but its beginning and end hidden; null while the account is deactivated. */
  sentTo: z.string().nullable(),
})
export type NotMeDone = z.infer<typeof NotMeDone>
