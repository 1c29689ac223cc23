import { z } from 'zod'
import { FormKey, LongTexts, ShortTexts } from '#casework/intake-forms/form-definition.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** A question with its answer in words, as it was shared. */
const SharedAnswer = z.object({
  key: FormKey,
  question: LongTexts,
  answer: z.object({ en: z.string(), es: z.string() }),
})
export type SharedAnswer = z.infer<typeof SharedAnswer>

export const SharedIntakeRow = z.object({
  id: Id,
  referralId: Id,
  contactId: Id,
  intakeId: Id.nullable(),
  title: ShortTexts,
  completedOn: Timestamp,
  answers: z.array(SharedAnswer),
  /** How many sensitive answers were not chosen. */
  leftOut: z.number().int(),
  sharedBy: Id.nullable(),
  sharedOn: Timestamp,
  /** since then, the recipient cannot read it: the consent was withdrawn */
  endedOn: Timestamp.nullable(),
})
export type SharedIntakeRow = z.infer<typeof SharedIntakeRow>

const Shown = SharedIntakeRow.pick({
  id: true,
  title: true,
  completedOn: true,
  answers: true,
  leftOut: true,
  sharedOn: true,
  endedOn: true,
}).extend({ sharedByName: z.string().nullable() })

/** An intake that the sender could share, with its sensitive answers: they are shared only if chosen. */
const Shareable = z.object({
  id: Id,
  title: ShortTexts,
  completedOn: Timestamp,
  answerCount: z.number().int(),
  sensitive: z.array(SharedAnswer),
})
export type Shareable = z.infer<typeof Shareable>

export const SharedIntakes = z.object({ items: z.array(Shown), shareable: z.array(Shareable), nextCursor: z.null() })
export type SharedIntakes = z.infer<typeof SharedIntakes>

export const ShareCall = z.object({ intakeId: Id, sensitive: z.array(FormKey).max(200) })
export type ShareCall = z.infer<typeof ShareCall>
