import { z } from 'zod'
import { HelpAnswerRow } from '#casework/help-answers/help-answer.ts'
import { NeedHistory } from '#casework/referrals/need-history.ts'

/** The needs of a person, open ones first. */
export const NeedTimeline = z.object({
  personName: z.string(),
  items: z.array(NeedHistory),
  /** whether they got help, as they say themselves */
  answers: z.array(HelpAnswerRow.pick({ referralId: true, answer: true, changedOn: true })),
})
export type NeedTimeline = z.infer<typeof NeedTimeline>
