import type { z } from 'zod'
import { CannedAnswerRow } from '../canned-answer.ts'

/** The tables that only this feature writes. */
export const cannedAnswersTables: Record<string, z.ZodObject> = { canned_answer: CannedAnswerRow }
