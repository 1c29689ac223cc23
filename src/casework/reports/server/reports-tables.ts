import { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { ReferralFact } from '../referral-fact.ts'

const ReportCalendarRow = z.object({ onlyRow: z.boolean(), timeZone: z.string() })

/** The tables that only this feature writes. */
export const reportsTables: Record<string, z.ZodObject> = {
  referral_fact: ReferralFact,
  report_calendar: ReportCalendarRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    referralFact: TableFor<ReferralFact>
    reportCalendar: TableFor<z.infer<typeof ReportCalendarRow>, 'onlyRow'>
  }
}
