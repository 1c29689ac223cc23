import { z } from 'zod'
import { closedStatuses, type ReferralStatus } from '#casework/referrals/referral-machine.ts'
import { Id, paragraphs, Timestamp } from '#platform/schema/fields.ts'

export const helpAnswers = ['yes', 'partly', 'no', 'waiting'] as const

/** Whether a person got help, in their own words. */
export const HelpAnswerRow = z.object({
  referralId: Id,
  contactId: Id,
  answer: z.enum(helpAnswers),
  comment: paragraphs(1000).nullable(),
  /** who of the sender's staff recorded what the person said; null: the person answered themselves */
  recordedBy: Id.nullable(),
  answeredOn: Timestamp,
  changedOn: Timestamp,
})
export type HelpAnswerRow = z.infer<typeof HelpAnswerRow>

export const HelpCall = HelpAnswerRow.pick({ referralId: true, answer: true, comment: true })
export type HelpCall = z.infer<typeof HelpCall>

/** What staff record for a person. */
export const RecordHelpCall = HelpAnswerRow.pick({ contactId: true, answer: true, comment: true })
export type RecordHelpCall = z.infer<typeof RecordHelpCall>

/** An answer as the person sees it. */
export const OwnHelp = z.object({
  /** null: they were not asked, or have not answered */
  answer: HelpAnswerRow.shape.answer.nullable(),
  comment: z.string().nullable(),
  mayAnswer: z.boolean(),
})
export type OwnHelp = z.infer<typeof OwnHelp>

/** An answer as both sides see it; only the sender reads the comment. */
export const ShownHelp = HelpAnswerRow.pick({ answer: true, comment: true, changedOn: true }).extend({
  /** first name and initial */
  name: z.string(),
  contradicts: z.boolean(),
  /** who recorded it for the person; only the sender sees this */
  recordedByName: z.string().nullable(),
})
export type ShownHelp = z.infer<typeof ShownHelp>
export const ShownHelps = z.object({
  items: z.array(ShownHelp),
  /** for the sender: whose answer they can record, with what they recorded already */
  people: z.array(
    HelpAnswerRow.pick({ contactId: true, comment: true }).extend({
      name: z.string(),
      answer: HelpAnswerRow.shape.answer.nullable(),
    }),
  ),
  /** since when it waits for the sender to look into it; null for the recipient */
  deniedOn: Timestamp.nullable(),
})
export type ShownHelps = z.infer<typeof ShownHelps>

/** For this many days after it was closed, a person can say whether they got help. */
export const askDays = 90
/** For this many days after their first answer, they can change it. */
export const changeDays = 14

const isWithin = (days: number, since: string, now: number) => now - Date.parse(since) <= days * 86_400_000

interface Closing {
  status: ReferralStatus
  closedOn: string | null
}
type Before = Pick<HelpAnswerRow, 'answeredOn' | 'recordedBy'> | null

/** @param since when it was answered first; null: not yet */
function isInTime({ status, closedOn }: Closing, since: string | null, now: number) {
  if (!closedStatuses.includes(status) || !closedOn) return false
  return since ? isWithin(changeDays, since, now) : isWithin(askDays, closedOn, now)
}

/** Whether a person can say now whether they got help. What staff recorded takes no time from them. */
export const mayAnswer = (referral: Closing, before: Before, now = Date.now()) =>
  isInTime(referral, before?.recordedBy === null ? before.answeredOn : null, now)

/** Whether staff can record it for the person: not over what the person answered themselves. */
export const mayRecord = (referral: Closing, before: Before, now = Date.now()) =>
  before?.recordedBy !== null && isInTime(referral, before?.answeredOn ?? null, now)

/** Whether the recipient says that the person was helped, and the person says that they were not. */
export const isContradiction = (
  { status, outcome }: { status: ReferralStatus; outcome: string | null },
  answer: HelpAnswerRow['answer'],
) =>
  status === 'Closed: Resolved' &&
  (outcome === 'got help' || outcome === 'enrolled') &&
  (answer === 'no' || answer === 'waiting')
