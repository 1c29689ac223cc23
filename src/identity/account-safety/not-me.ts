import { z } from 'zod'
import { Timestamp } from '#platform/schema/fields.ts'

/** The code of a link; longer ones are invalid. */
export const NotMeCode = z.object({ code: z.string().min(1).max(100) })

/** What the screen behind a 'this was not me' link shows before the person confirms. */
export const NotMeLink = z.object({
  /** What the mail reported, as a key of the texts. */
  kind: z.string(),
  createdOn: Timestamp,
  state: z.enum(['open', 'used', 'expired']),
})
export type NotMeLink = z.infer<typeof NotMeLink>

export const NotMeDone = z.object({
  sessionsEnded: z.number().int(),
  /** The number of sign-in methods that were added since and have been removed. */
  waysRemoved: z.number().int(),
  /** The masked address that receives the link to set a new password; null while the account is deactivated. */
  sentTo: z.string().nullable(),
})
export type NotMeDone = z.infer<typeof NotMeDone>
