import { z } from 'zod'
import type { SuggestionTopic } from '#directory/suggestions/suggestion.ts'
import { Id, paragraphs, Timestamp } from '#platform/schema/fields.ts'

/** What can be wrong about a service, as in suggested corrections. */
export const reportTopics = [
  'hours',
  'phone',
  'address',
  'eligibility',
  'application',
  'closed',
  'other',
] as const satisfies SuggestionTopic[]
export const ReportTopic = z.enum(reportTopics)
export type ReportTopic = z.infer<typeof ReportTopic>

export const WORDS_MAX = 500

export const AnswerRow = z.object({
  id: Id,
  linkId: Id,
  serviceId: Id,
  kind: z.enum(['helped', 'wrong']),
  topic: ReportTopic.nullable(),
  words: z.string().nullable(),
  answeredOn: Timestamp,
})

/** What every form of a shared page sends: the service, the page's key, and the language to answer in. */
const fields = { serviceId: Id, key: z.string().max(100), language: z.enum(['en', 'es']).optional() }

/** "I got help". */
export const HelpedForm = z.object(fields)

/** "This was wrong". */
export const WrongForm = z.object({
  ...fields,
  topic: ReportTopic,
  words: paragraphs(WORDS_MAX).default(''),
})
export type WrongForm = z.infer<typeof WrongForm>
