import { z } from 'zod'
import { Id } from '#platform/schema/fields.ts'
import { ReferralRequest, ReferralRow } from './referral.ts'

/** A referral that tries to meet a need. */
const Try = ReferralRow.pick({ id: true, status: true, statusChangedOn: true, sentOn: true }).extend({
  organizationName: z.string(),
  /** The reason of a decline or of a closing, as its list names it. */
  reason: z.string().nullable(),
})

/** A need of a person, and what was tried for it, oldest first. */
export const PersonNeed = ReferralRequest.pick({
  id: true,
  need: true,
  urgency: true,
  neededBy: true,
  status: true,
  createdOn: true,
  changedOn: true,
}).extend({
  isOpen: z.boolean(),
  /** whether a referral was made for it: later ones do not rewrite its details */
  isTried: z.boolean(),
  createdByName: z.string().nullable(),
  tries: z.array(Try),
})
export type PersonNeed = z.infer<typeof PersonNeed>
export const PersonNeeds = z.object({ items: z.array(PersonNeed), nextCursor: z.null() })

export const NewNeed = ReferralRequest.pick({ contactId: true, need: true })
export type NewNeed = z.infer<typeof NewNeed>
export const NeedsQuery = z.object({ contactId: Id })
