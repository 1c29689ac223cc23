import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { CorrectionRequestRow } from '../own-record.ts'

/** The tables that only this feature writes. */
export const ownRecordTables: Record<string, z.ZodObject> = { correction_request: CorrectionRequestRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    correctionRequest: TableFor<CorrectionRequestRow, 'askedOn' | 'doneOn' | 'doneBy'>
  }
}
