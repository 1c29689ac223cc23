import type { Generated } from 'kysely'
import { z } from 'zod'
import { Id, line, PageQuery, pageOf, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** The roles that write canned answers, and insert them into notes. */
export const answerRoles = ['support-agent', 'platform-admin'] as const

/** The placeholders in canned answers. */
export const placeholders = ['firstName', 'ticketNumber', 'agentName'] as const
export type PlaceholderValues = Record<(typeof placeholders)[number], string>

const mark = /\{\{([^{}]*)\}\}/g
const isKnown = (name: string): name is keyof PlaceholderValues => placeholders.some((known) => known === name)

/** Inserts the values literally: text inside a value that looks like a placeholder is not replaced. */
export const fillPlaceholders = (text: string, values: PlaceholderValues) =>
  text.replace(mark, (whole, inside: string) => {
    const name = inside.trim()
    return isKnown(name) ? values[name] : whole
  })

const knowsItsPlaceholders = (text: string) => [...text.matchAll(mark)].every(([, name = '']) => isKnown(name.trim()))
const title = (label: string) => line(100).meta({ title: label })
const text = (label: string) =>
  paragraphs(4000)
    .refine(knowsItsPlaceholders, { error: 'placeholder-unknown' })
    .meta({ title: label, format: 'paragraphs' })

export const CannedAnswerRow = z.object({
  id: Id,
  titleEn: title('Title in English'),
  textEn: text('Text in English'),
  titleEs: title('Title in Spanish'),
  textEs: text('Text in Spanish'),
  version: z.number().int(),
  createdOn: Timestamp,
  changedOn: Timestamp,
  changedBy: Id.nullable(),
})

declare module '#platform/server/database.ts' {
  interface Tables {
    cannedAnswer: {
      [Column in keyof z.infer<typeof CannedAnswerRow>]: Column extends 'id' | 'version' | 'createdOn' | 'changedOn'
        ? Generated<z.infer<typeof CannedAnswerRow>[Column]>
        : z.infer<typeof CannedAnswerRow>[Column]
    }
  }
}

const written = { titleEn: true, textEn: true, titleEs: true, textEs: true } as const
export const CannedAnswer = CannedAnswerRow.pick({ id: true, ...written, version: true, changedOn: true })
export type CannedAnswer = z.infer<typeof CannedAnswer>
export const CannedAnswerPage = pageOf(CannedAnswer)
export type CannedAnswerPage = z.infer<typeof CannedAnswerPage>

type Written = Record<keyof typeof written, string>
/** The missing fields: one language with title and text is enough. */
export function missingIn(given: Partial<Written>) {
  const languages = [['titleEn', 'textEn'] as const, ['titleEs', 'textEs'] as const]
  const begun = languages.filter((names) => names.some((name) => given[name]?.trim()))
  return (begun.length ? begun : languages.slice(0, 1)).flat().filter((name) => !given[name]?.trim())
}
const requireOneLanguage = (given: Written, context: z.RefinementCtx) => {
  for (const name of missingIn(given)) context.addIssue({ code: 'custom', path: [name], message: 'required' })
}
/** In the reader's language if available, otherwise in the other one. */
export const titleOf = ({ titleEn, titleEs }: Pick<Written, 'titleEn' | 'titleEs'>, isSpanish: boolean) =>
  isSpanish ? titleEs || titleEn : titleEn || titleEs
/** The fields of the form; {@link missingIn} checks that one language is complete. */
export const WrittenAnswer = CannedAnswerRow.pick(written)
export const NewCannedAnswer = CannedAnswerRow.pick(written).superRefine(requireOneLanguage)
export type NewCannedAnswer = z.infer<typeof NewCannedAnswer>
export const CannedAnswerChange = CannedAnswerRow.pick({ ...written, version: true }).superRefine(requireOneLanguage)
export type CannedAnswerChange = z.infer<typeof CannedAnswerChange>
export const CannedAnswerQuery = PageQuery.extend({ text: line(100).optional() })

/** The answers offered for a ticket: in its reporter's language if available, with the placeholders filled in. */
export const OfferedAnswers = z.object({
  language: z.enum(['en', 'es']),
  items: z.array(z.object({ id: Id, title: z.string(), text: z.string() })),
})
export type OfferedAnswers = z.infer<typeof OfferedAnswers>
export const OfferedAnswersQuery = z.object({ text: line(100).optional() })
