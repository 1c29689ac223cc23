import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { IntakeAnswerRow, IntakeNeedRow, IntakeRow } from '../intake.ts'

/** The tables that only this feature writes. */
export const intakesTables: Record<string, z.ZodObject> = {
  intake: IntakeRow,
  intake_answer: IntakeAnswerRow,
  intake_need: IntakeNeedRow,
}

type Filled =
  | 'id'
  | 'isApart'
  | 'state'
  | 'result'
  | 'startedBy'
  | 'startedOn'
  | 'changedOn'
  | 'completedBy'
  | 'completedOn'
  | 'voidReason'
declare module '#platform/server/database.ts' {
  interface Tables {
    intake: TableFor<IntakeRow, Filled>
    intakeAnswer: TableFor<IntakeAnswerRow, 'revision' | 'answeredBy' | 'answeredOn'>
    intakeNeed: TableFor<IntakeNeedRow, 'requestId' | 'takenUpBy' | 'takenUpOn'>
  }
}
