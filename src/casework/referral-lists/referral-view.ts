import { z } from 'zod'
import { ReferralQuery } from '#casework/referrals/referral-call.ts'
import { listView, newListView } from '#identity/list-views/list-view.ts'

const shape = {
  direction: true,
  status: true,
  need: true,
  urgency: true,
  assigned: true,
  list: true,
  sort: true,
} as const
const text = z.string().optional()
const texts = z.union([z.string(), z.array(z.string())]).optional()

/** What a saved view contains: never words of a search or a person, which would name somebody. */
export const NewReferralView = newListView(ReferralQuery.pick(shape))
/** The saved form, for the response. */
export const ReferralView = listView(
  z.object({ direction: text, status: texts, need: texts, urgency: texts, assigned: text, list: text, sort: text }),
)
export type ReferralView = z.infer<typeof ReferralView>
export const ReferralViews = z.object({ items: z.array(ReferralView) })
export type ReferralViews = z.infer<typeof ReferralViews>
