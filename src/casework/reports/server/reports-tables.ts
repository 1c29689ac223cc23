import { z } from 'zod'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { EndingCount } from '../ending.ts'
import { ReferralFact } from '../referral-fact.ts'
import { sides } from '../report.ts'

const ReportCalendarRow = z.object({ onlyRow: z.boolean(), timeZone: z.string() })

const count = z.number().int()
const RolledOrganizationRow = z.object({
  month: Day,
  organizationId: Id,
  side: z.enum(sides),
  sent: count,
  seen: count,
  answered: count,
  accepted: count,
  followed: count,
  loopClosed: count,
  gotHelp: count,
  noCapacity: count,
})
const RolledEndingRow = EndingCount.extend({ month: Day })
const ReportMonthRow = z.object({ month: Day, rolledOn: Timestamp })
const ReportChangeRow = z.object({ month: Day })

/** The tables that only this feature writes. */
export const reportsTables: Record<string, z.ZodObject> = {
  referral_fact: ReferralFact,
  report_calendar: ReportCalendarRow,
  report_change: ReportChangeRow,
  report_month: ReportMonthRow,
  roll_month_ending: RolledEndingRow,
  roll_month_organization: RolledOrganizationRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    referralFact: TableFor<ReferralFact>
    reportCalendar: TableFor<z.infer<typeof ReportCalendarRow>, 'onlyRow'>
  }
}
