import { z } from 'zod'
import {
  FormDefinition,
  FormKey,
  formLanguages,
  LongTexts,
  ShortTexts,
} from '#casework/intake-forms/form-definition.ts'
import { Need } from '#directory/needs/need.ts'
import { Id, line, Timestamp } from '#platform/schema/fields.ts'

/** Who fills in: staff, or the person through a link. */
export const intakeWays = ['staff', 'link'] as const
export const intakeStates = ['draft', 'complete', 'void'] as const

/** What a completed intake found. */
export const IntakeResult = z.object({
  scores: z.array(
    z.object({ key: FormKey, title: LongTexts, value: z.number().nullable(), band: LongTexts.nullable() }),
  ),
  needs: z.array(z.object({ need: Need, item: FormKey })),
})
export type IntakeResult = z.infer<typeof IntakeResult>

export const IntakeRow = z.object({
  id: Id,
  formId: Id,
  versionId: Id,
  contactId: Id,
  organizationId: Id,
  way: z.enum(intakeWays),
  /** A device began it beside the draft that the staff share, which is of another version. */
  isApart: z.boolean(),
  language: z.enum(formLanguages),
  state: z.enum(intakeStates),
  result: IntakeResult.nullable(),
  startedBy: Id.nullable(),
  startedOn: Timestamp,
  changedOn: Timestamp,
  completedBy: Id.nullable(),
  completedOn: Timestamp.nullable(),
  voidReason: z.string().nullable(),
})
export type IntakeRow = z.infer<typeof IntakeRow>

export const IntakeAnswerRow = z.object({
  intakeId: Id,
  itemKey: z.string(),
  /** As `answerSchema` of the question says; null: the answer was taken back. */
  value: z.unknown().nullable(),
  revision: z.number().int(),
  changeId: Id,
  answeredBy: Id.nullable(),
  answeredOn: Timestamp,
})
export type IntakeAnswerRow = z.infer<typeof IntakeAnswerRow>

export const IntakeNeedRow = z.object({
  intakeId: Id,
  need: Need,
  itemKey: z.string(),
  requestId: Id.nullable(),
  takenUpBy: Id.nullable(),
  takenUpOn: Timestamp.nullable(),
})
export type IntakeNeedRow = z.infer<typeof IntakeNeedRow>

/** An answer as it stands. */
export const ShownAnswer = IntakeAnswerRow.pick({
  itemKey: true,
  value: true,
  revision: true,
  answeredOn: true,
}).extend({
  /** Null if the person answered through a link. */
  answeredByName: z.string().nullable(),
})
export type ShownAnswer = z.infer<typeof ShownAnswer>

const ShownNeed = IntakeNeedRow.pick({ need: true, requestId: true })

const summary = IntakeRow.pick({
  id: true,
  contactId: true,
  formId: true,
  way: true,
  language: true,
  state: true,
  startedOn: true,
  changedOn: true,
  completedOn: true,
  voidReason: true,
  result: true,
})

/** An intake in a person's record. */
export const IntakeSummary = summary.extend({
  title: ShortTexts,
  startedByName: z.string().nullable(),
  completedByName: z.string().nullable(),
  needs: z.array(ShownNeed),
})
export type IntakeSummary = z.infer<typeof IntakeSummary>
export const IntakeList = z.object({ items: z.array(IntakeSummary), nextCursor: z.null() })

/** An intake with its questions and answers. */
export const Intake = IntakeSummary.extend({
  definition: FormDefinition,
  versionId: Id,
  versionNumber: z.number().int(),
  answers: z.array(ShownAnswer),
  /** Of the person; empty through a link. */
  personName: z.string(),
  /** Questions whose answers did not fit a newer version, by which the draft cannot move on. */
  newerVersion: z.object({ number: z.number().int(), lost: z.array(FormKey) }).nullable(),
})
export type Intake = z.infer<typeof Intake>

const newIntake = { formId: Id, contactId: Id, language: z.enum(formLanguages) }
export const NewIntake = z.object({
  ...newIntake,
  /** Of an intake that a device began without a connection: its ID, and the version whose questions it asked. */
  begun: z.object({ id: Id, versionId: Id }).optional(),
})
export type NewIntake = z.infer<typeof NewIntake>
/** An intake that the person fills in through a link. */
export const LinkIntake = z.object(newIntake)
export type LinkIntake = z.infer<typeof LinkIntake>

/** A device that completed an intake without a connection names the version whose questions it asked. */
export const CompleteCall = z.object({ versionId: Id }).nullish()

/** A change of an answer. */
export const AnswerChange = z.object({
  item: FormKey,
  /** Null takes the answer back. */
  value: z.unknown(),
  /** The revision that the person saw; 0 if there was no answer. */
  base: z.number().int().min(0),
  /** New for each change: a repeated save of the same change changes nothing. */
  changeId: Id,
  /** Earlier changes of this answer whose confirmation never arrived: this one continues from them. */
  after: z.array(Id).max(20).optional(),
})
export type AnswerChange = z.infer<typeof AnswerChange>

export const AnswersCall = z.object({ answers: z.array(AnswerChange).min(1).max(200) })
export type AnswersCall = z.infer<typeof AnswersCall>

/** What was saved, and what somebody else answered meanwhile; that was not overwritten. */
export const SavedAnswers = z.object({ saved: z.array(ShownAnswer), conflicts: z.array(ShownAnswer) })
export type SavedAnswers = z.infer<typeof SavedAnswers>

export const VoidCall = z.object({ reason: line(300, 3) })
export const TakeUpCall = z.object({ need: Need })
export const ListQuery = z.object({ contactId: Id })
