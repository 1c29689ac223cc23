import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { HelpAnswerRow } from '../help-answer.ts'

/** The tables that only this feature writes. */
export const helpAnswersTables: Record<string, z.ZodObject> = { help_answer: HelpAnswerRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    helpAnswer: TableFor<HelpAnswerRow, 'answeredOn' | 'changedOn'>
  }
}
