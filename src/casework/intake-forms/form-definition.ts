import { z } from 'zod'
import { Need } from '#directory/needs/need.ts'
import { comparisonOf, predicateOf } from '#platform/schema/comparison.ts'
import { line, paragraphs } from '#platform/schema/fields.ts'

/** The languages in which every form speaks. */
export const formLanguages = ['en', 'es'] as const
export type FormLanguage = (typeof formLanguages)[number]

export const KEY_MAX = 100
/** Identifies a page, a question, an option or a score for good; texts may change. FHIR calls it `linkId`. */
export const FormKey = z
  .string()
  .min(1)
  .max(KEY_MAX)
  .regex(/^[^\s\p{C}]+$/u, 'key-format')

/** A text in each language. A draft may leave it empty. */
const bilingual = <Text extends z.ZodType<string>>(text: Text) => z.object({ en: text, es: text })
export const ShortTexts = bilingual(line(200))
export const LongTexts = bilingual(paragraphs(2000))
export type Texts = z.infer<typeof LongTexts>

/** A code of a terminology, e.g. LOINC, as in FHIR. */
export const Coding = z.object({ system: line(200), code: line(100, 1), display: line(300).nullable() })
export type Coding = z.infer<typeof Coding>

export const itemKinds = [
  'text',
  'number',
  'date',
  'money',
  'choice',
  'choices',
  'yes-no',
  'phone',
  'address',
  'repeat',
  'note',
] as const
export type ItemKind = (typeof itemKinds)[number]

/** One comparison of an answer; lists are keys of options. */
export const AnswerTest = comparisonOf(FormKey, FormKey)
export type AnswerTest = z.infer<typeof AnswerTest>

/** A condition: all of its tests hold, or any of them. */
export const Predicate = predicateOf(AnswerTest)
export type Predicate = z.infer<typeof Predicate>

export const FormOption = z.object({
  key: FormKey,
  text: ShortTexts,
  code: Coding.nullable(),
  /** What it adds to a score. */
  weight: z.number().min(-1000).max(1000).nullable(),
})
export type FormOption = z.infer<typeof FormOption>

/** A need that an answer raises; without a condition, any answer does. */
const RaisedNeed = z.object({ need: Need, when: Predicate.nullable() })

const plainItem = {
  key: FormKey,
  kind: z.enum(itemKinds),
  text: LongTexts,
  help: LongTexts,
  isRequired: z.boolean(),
  /** Shared with another organization only if chosen each time. */
  isSensitive: z.boolean(),
  codes: z.array(Coding).max(10),
  /** Of `choice` and `choices`. */
  options: z.array(FormOption).max(100),
}

/** A question within a row of a `repeat`. */
export const RowItem = z.object(plainItem)
export type RowItem = z.infer<typeof RowItem>

export const FormItem = z.object({
  ...plainItem,
  showWhen: Predicate.nullable(),
  raises: z.array(RaisedNeed).max(10),
  /** The questions of each row of a `repeat`. */
  items: z.array(RowItem).max(20),
})
export type FormItem = z.infer<typeof FormItem>

export const FormPage = z.object({
  key: FormKey,
  title: ShortTexts,
  showWhen: Predicate.nullable(),
  items: z.array(FormItem).max(100),
})
export type FormPage = z.infer<typeof FormPage>

export const FormScore = z.object({
  key: FormKey,
  title: ShortTexts,
  code: Coding.nullable(),
  /** The questions whose options' weights are added. */
  items: z.array(FormKey).max(100),
  /** What a sum means, from this value up to the next band. */
  bands: z.array(z.object({ from: z.number(), text: ShortTexts })).max(10),
})
export type FormScore = z.infer<typeof FormScore>

/** An intake form: pages of questions, scores, and the needs that answers raise. */
export const FormDefinition = z.object({
  title: ShortTexts,
  lead: LongTexts,
  /** Where the questions come from, and the terms of their use. */
  source: paragraphs(1000).nullable(),
  codes: z.array(Coding).max(10),
  pages: z.array(FormPage).max(50),
  scores: z.array(FormScore).max(20),
})
export type FormDefinition = z.infer<typeof FormDefinition>

/** A form without questions, to begin with. */
export const emptyForm = (title: Texts): FormDefinition => ({
  title,
  lead: { en: '', es: '' },
  source: null,
  codes: [],
  pages: [],
  scores: [],
})

/** All questions in their order; those within a `repeat` are part of it. */
export const itemsOf = ({ pages }: Pick<FormDefinition, 'pages'>) => pages.flatMap(({ items }) => items)
