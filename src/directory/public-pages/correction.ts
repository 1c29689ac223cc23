import { z } from 'zod'
import { publicTopics } from '#directory/suggestions/suggestion.ts'
import { paragraphs } from '#platform/schema/fields.ts'
import { PageLanguage } from './public-search.ts'

export const WORDS_MAX = 500

/** The form of a correction as a browser sends it; what is wrong in it, its page says. */
export const CorrectionForm = z.object({
  key: z.string().max(100),
  topic: z.string().max(100).default(''),
  words: z.string().max(10_000).default(''),
  /** No person sees it; programs fill it in. */
  website: z.string().max(1000).default(''),
  lang: PageLanguage,
})
export type CorrectionForm = z.infer<typeof CorrectionForm>

/** What a correction must say. */
export const Correction = z.object({ topic: z.enum(publicTopics), words: paragraphs(WORDS_MAX) })
export type Correction = z.infer<typeof Correction>
