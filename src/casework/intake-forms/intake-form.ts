import { z } from 'zod'
import { Id, pageOf, Timestamp } from '#platform/schema/fields.ts'
import { FormDefinition, formLanguages, LongTexts, ShortTexts } from './form-definition.ts'

export const versionStates = ['draft', 'published', 'retired'] as const

/** An intake form; its questions belong to its versions. */
export const IntakeFormRow = z.object({
  id: Id,
  /** Null: a form of the whole network. */
  organizationId: Id.nullable(),
  createdBy: Id.nullable(),
  createdOn: Timestamp,
  archivedOn: Timestamp.nullable(),
  /** The name of a form that comes with the product. */
  shippedAs: z.string().nullable(),
})
export type IntakeFormRow = z.infer<typeof IntakeFormRow>

export const FormVersionRow = z.object({
  id: Id,
  formId: Id,
  number: z.number().int(),
  state: z.enum(versionStates),
  definition: FormDefinition,
  /** Counts the saves of a draft. */
  revision: z.number().int(),
  changedBy: Id.nullable(),
  changedOn: Timestamp,
  publishedBy: Id.nullable(),
  publishedOn: Timestamp.nullable(),
})
export type FormVersionRow = z.infer<typeof FormVersionRow>

/** A text of a published version that was corrected; the questions and what they mean stay. */
export const FormCorrectionRow = z.object({
  id: Id,
  versionId: Id,
  /** Where the text is, e.g. `pages.0.items.2.text`. */
  path: z.string(),
  language: z.enum(formLanguages),
  before: z.string(),
  after: z.string(),
  correctedBy: Id.nullable(),
  correctedOn: Timestamp,
})
export type FormCorrectionRow = z.infer<typeof FormCorrectionRow>

/** A form in the list. */
export const FormSummary = IntakeFormRow.pick({ id: true, organizationId: true, archivedOn: true }).extend({
  title: ShortTexts,
  /** The number of the version in use; null until one is published. */
  publishedNumber: z.number().int().nullable(),
  publishedOn: Timestamp.nullable(),
  hasDraft: z.boolean(),
  mayChange: z.boolean(),
  questionCount: z.number().int(),
})
export type FormSummary = z.infer<typeof FormSummary>
export const FormList = pageOf(FormSummary)
export type FormList = z.infer<typeof FormList>

/** The version in use of a form, with its questions: a device asks them without a connection. */
export const FormInUse = FormVersionRow.pick({ formId: true, number: true, definition: true }).extend({ versionId: Id })
export type FormInUse = z.infer<typeof FormInUse>
export const FormsInUse = pageOf(FormInUse)
export type FormsInUse = z.infer<typeof FormsInUse>

const Version = FormVersionRow.pick({ id: true, number: true, definition: true })

/** A form with the version in use and, for those who may change it, its draft and history. */
export const IntakeForm = IntakeFormRow.pick({ id: true, organizationId: true, archivedOn: true }).extend({
  mayChange: z.boolean(),
  published: Version.extend({ publishedOn: Timestamp }).nullable(),
  draft: FormVersionRow.pick({ number: true, definition: true, revision: true, changedOn: true })
    .extend({ changedByName: z.string().nullable() })
    .nullable(),
  versions: z.array(
    FormVersionRow.pick({ number: true, state: true }).extend({
      publishedOn: Timestamp,
      publishedByName: z.string().nullable(),
    }),
  ),
  corrections: z.array(
    FormCorrectionRow.pick({ path: true, language: true, before: true, after: true, correctedOn: true }).extend({
      number: z.number().int(),
      correctedByName: z.string().nullable(),
    }),
  ),
})
export type IntakeForm = z.infer<typeof IntakeForm>

/** A new form: empty, or with the questions of another one. */
export const NewForm = z.object({
  title: LongTexts.extend({ en: ShortTexts.shape.en.min(1), es: ShortTexts.shape.es }),
  scope: z.enum(['network', 'organization']),
  copyOf: Id.optional(),
})
export type NewForm = z.infer<typeof NewForm>

/** The whole draft. `revision` is the one that was changed, 0 if there was no draft. */
export const DraftCall = z.object({ revision: z.number().int().min(0), definition: FormDefinition })
export type DraftCall = z.infer<typeof DraftCall>

const draftRevision = z.number().int().min(1)
export const PublishCall = z.object({ revision: draftRevision })
/** In the address. */
export const DiscardCall = z.object({ revision: z.coerce.number().pipe(draftRevision) })

/** Corrected texts of the version in use. */
export const CorrectionCall = z.object({
  number: z.number().int(),
  texts: z
    .array(z.object({ path: z.string().max(200), language: z.enum(formLanguages), text: z.string().max(2000) }))
    .min(1)
    .max(200),
})
export type CorrectionCall = z.infer<typeof CorrectionCall>
