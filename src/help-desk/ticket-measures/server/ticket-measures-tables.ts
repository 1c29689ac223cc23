import type { z } from 'zod'
import { WorkingHoursRow } from '../working-hours.ts'

/** The tables that this feature alone writes. */
export const ticketMeasuresTables: Record<string, z.ZodObject> = {
  working_hours: WorkingHoursRow,
}
