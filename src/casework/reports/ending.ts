import { z } from 'zod'

/** A referral's status or outcome, derived by `referral_ending` in SQL. Each referral has exactly one. */
export const endings = [
  'waiting',
  'open',
  'helped',
  'resolved',
  'unresolved',
  'declined',
  'noCapacity',
  'noFunds',
  'expired',
  'forwarded',
  'recalled',
] as const
export type Ending = (typeof endings)[number]

/** Within how many working days a referral was answered; `answer_days` in SQL. */
export const answerDays = ['1', '2', '5', '10', 'more', 'none'] as const
export type AnswerDays = (typeof answerDays)[number]

/** By what endings are counted; those for lack of capacity or funds by the pairs, all others by one each. */
export const endingKinds = ['need', 'county', 'countyNeed', 'countyZip', 'answer', 'statusClass'] as const

export const EndingCount = z.object({
  ending: z.enum(endings),
  kind: z.enum(endingKinds),
  /** a need, a county, both, a county and a ZIP code, working days, or a class; an unknown place is empty */
  item: z.string(),
  n: z.number().int(),
})
