import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { SharedIntakeRow } from '../shared-intake.ts'

/** The tables that only this feature writes. */
export const sharedIntakesTables: Record<string, z.ZodObject> = { shared_intake: SharedIntakeRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    sharedIntake: TableFor<SharedIntakeRow, 'id' | 'sharedOn' | 'endedOn'>
  }
}
