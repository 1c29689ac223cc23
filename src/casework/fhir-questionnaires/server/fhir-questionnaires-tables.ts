import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { QuestionnaireRow } from '../questionnaire.ts'

/** The tables that only this feature writes. */
export const fhirQuestionnairesTables: Record<string, z.ZodObject> = { form_questionnaire: QuestionnaireRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    formQuestionnaire: TableFor<z.infer<typeof QuestionnaireRow>, 'importedOn'>
  }
}
