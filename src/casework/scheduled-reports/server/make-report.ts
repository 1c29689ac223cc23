import { reportOfNetwork } from '#casework/network-report/server/network-report-public.ts'
import { ReportQuery, USUAL_DAYS } from '#casework/reports/report.ts'
import { reportOfOrganization } from '#casework/reports/server/reports-public.ts'
import { reportUnmet } from '#casework/unmet-needs/server/unmet-needs-public.ts'
import { quarterBefore, quarterOfDay, USUAL_QUARTERS } from '#casework/unmet-needs/unmet-need.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { dayAt } from '#platform/schema/zone-time.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import {
  NetworkFilters,
  OrganizationFilters,
  type ReportRun,
  type ReportScheduleRow,
  UnmetFilters,
} from '../report-schedule.ts'

const DAY = 86_400_000

/** A report as its reader sees it today, about a period of the chosen length. */
export function makeReport(
  services: { database: Database; config: Pick<Config, 'timeZone' | 'secretKeys'> },
  reader: Pick<Actor, 'organizationId' | 'contactId' | 'roles'>,
  { report, filters }: Pick<ReportScheduleRow, 'report' | 'filters'>,
): Promise<ReportRun['result']> {
  const endDate = dayAt(services.config.timeZone, Date.now())
  if (report === 'organization') {
    const { days = USUAL_DAYS, ...query } = OrganizationFilters.parse(filters)
    const startDate = new Date(Date.parse(endDate) - (days - 1) * DAY).toISOString().slice(0, 10)
    return reportOfOrganization(services, reader, ReportQuery.parse({ ...query, startDate, endDate }))
  }
  if (report === 'network') {
    const { quarters = USUAL_QUARTERS, ...query } = NetworkFilters.parse(filters)
    const to = quarterOfDay(endDate)
    return reportOfNetwork(services, reader, { ...query, from: quarterBefore(to, quarters - 1), to })
  }
  return reportUnmet(services, reader, UnmetFilters.parse(filters))
}
