import type { z } from 'zod'
import { WorkingHoursRow } from '../working-hours.ts'

/** The tables that only this feature writes. */
export const ticketMeasuresTables: Record<string, z.ZodObject> = {
  working_hours: WorkingHoursRow,
}
