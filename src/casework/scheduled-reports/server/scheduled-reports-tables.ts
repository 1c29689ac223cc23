import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { ReportRunRow, ReportScheduleRow } from '../report-schedule.ts'

/** The tables that only this feature writes. */
export const scheduledReportsTables: Record<string, z.ZodObject> = {
  report_schedule: ReportScheduleRow,
  report_run: ReportRunRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    reportSchedule: TableFor<ReportScheduleRow, 'id' | 'createdOn'>
    reportRun: TableFor<ReportRunRow, 'id' | 'asOf'>
  }
}
