import { z } from 'zod'
import { IntakeForm, NewForm } from '#casework/intake-forms/intake-form.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'

/** What a form that was imported came from; export fills in what the form itself does not have. */
export const QuestionnaireRow = z.object({
  formId: Id,
  resource: z.record(z.string(), z.unknown()),
  importedOn: Timestamp,
})

/** A part of a Questionnaire that the form does not ask or check; export keeps it. */
export const Ignored = z.object({
  linkId: z.string(),
  text: z.string(),
  /** The element, type or extension. */
  what: z.string(),
})
export type Ignored = z.infer<typeof Ignored>

export const QuestionnaireCall = z.object({
  scope: NewForm.shape.scope,
  questionnaire: z.record(z.string(), z.unknown()),
})

export const QuestionnaireAnswer = z.object({ form: IntakeForm, ignored: z.array(Ignored) })
export type QuestionnaireAnswer = z.infer<typeof QuestionnaireAnswer>
