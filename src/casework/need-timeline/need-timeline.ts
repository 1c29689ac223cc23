import { z } from 'zod'
import { NeedHistory } from '#casework/referrals/need-history.ts'

/** The needs of a person, open ones first. */
export const NeedTimeline = z.object({ personName: z.string(), items: z.array(NeedHistory) })
export type NeedTimeline = z.infer<typeof NeedTimeline>
