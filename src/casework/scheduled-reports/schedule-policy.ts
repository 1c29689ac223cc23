import { doesCasework } from '#casework/clients/contact-policy.ts'
import { networkRoles } from '#casework/network-report/network-policy.ts'
import { scopesOf, unmetRoles } from '#casework/unmet-needs/unmet-policy.ts'
import { type Actor, hasRole } from '#platform/schema/roles.ts'
import { type ScheduledReport, type ScheduleFilters, scheduledReports } from './report-schedule.ts'

type Reader = Pick<Actor, 'organizationId' | 'contactId' | 'roles'>

/** Whether a reader may see a report with these filters. */
export function mayRead(reader: Reader, report: ScheduledReport, { scope }: Pick<ScheduleFilters, 'scope'> = {}) {
  if (report === 'organization') return doesCasework(reader)
  if (report === 'network') return hasRole(reader, ...networkRoles)
  return hasRole(reader, ...unmetRoles) && (scope === undefined || scopesOf(reader).includes(scope))
}
export const readableReports = (reader: Reader) => scheduledReports.filter((report) => mayRead(reader, report))
