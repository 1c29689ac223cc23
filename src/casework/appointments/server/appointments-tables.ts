import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { AppointmentRow } from '../appointment.ts'

/** The tables that only this feature writes. */
export const appointmentsTables: Record<string, z.ZodObject> = { appointment: AppointmentRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    appointment: TableFor<AppointmentRow, 'changedOn' | 'version'>
  }
}
