import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { AnswerLinkRow } from '../answer-link.ts'

/** The tables that only this feature writes. */
export const answerLinksTables: Record<string, z.ZodObject> = { answer_link: AnswerLinkRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    answerLink: TableFor<AnswerLinkRow, Exclude<keyof AnswerLinkRow, 'codeHash' | 'referralId'>>
  }
}
