import { z } from 'zod'
import { AccountEventDetail } from '#identity/accounts/account-event.ts'
import { pageOf, Timestamp } from '#platform/schema/fields.ts'
import { Whereabouts } from './my-session.ts'

/** One thing that happened to the account. */
export const Activity = Whereabouts.extend({
  id: z.number().int(),
  kind: z.string(),
  detail: AccountEventDetail,
  createdOn: Timestamp,
  /** `owner`: the account itself; `other`: somebody else, by name; `nobody`: nobody was signed in. */
  by: z.enum(['owner', 'other', 'nobody']),
  byName: z.string().nullable(),
  /** Who acted as that person at the time. */
  actingName: z.string().nullable(),
})
export type Activity = z.infer<typeof Activity>
export const ActivityPage = pageOf(Activity)
export type ActivityPage = z.infer<typeof ActivityPage>
export const ExportQuery = z.object({ format: z.enum(['csv', 'json']) })
