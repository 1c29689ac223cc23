import { z } from 'zod'
import { AccountEventDetail } from '#identity/accounts/account-event.ts'
import { pageOf, Timestamp } from '#platform/schema/fields.ts'
import { Whereabouts } from './my-session.ts'

/** One event of the account. */
export const Activity = Whereabouts.extend({
  id: z.number().int(),
  kind: z.string(),
  detail: AccountEventDetail,
  createdOn: Timestamp,
  /** `owner`: the account itself; `other`: another person, by name; `nobody`: without a sign-in. */
  by: z.enum(['owner', 'other', 'nobody']),
  byName: z.string().nullable(),
  /** The impersonator at the time, if any. */
  actingName: z.string().nullable(),
})
export type Activity = z.infer<typeof Activity>
export const ActivityPage = pageOf(Activity)
export type ActivityPage = z.infer<typeof ActivityPage>
export const ExportQuery = z.object({ format: z.enum(['csv', 'json']) })
