import { z } from 'zod'
import { NetworkQuery, NetworkReport } from '#casework/network-report/network-report.ts'
import { ageBands } from '#casework/reports/referral-fact.ts'
import { comparisons, MOST_DAYS, Report, ReportQuery, sides } from '#casework/reports/report.ts'
import { MOST_QUARTERS, StateFips, UnmetReport, unmetScopes } from '#casework/unmet-needs/unmet-need.ts'
import { Need } from '#directory/needs/need.ts'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'

export const cadences = ['weekly', 'monthly', 'quarterly'] as const
export type Cadence = (typeof cadences)[number]
const Cadence = z.enum(cadences)

/** Which reports can be scheduled. */
export const scheduledReports = ['unmet-needs', 'organization', 'network'] as const
export type ScheduledReport = (typeof scheduledReports)[number]

/** Each run has the usual period of its day. */
export const UnmetFilters = z.object({
  scope: z.enum(unmetScopes).optional(),
  need: Need.optional(),
  state: StateFips.optional(),
})
/** Each run is about as many days up to its own. */
export const OrganizationFilters = ReportQuery.omit({ startDate: true, endDate: true }).extend({
  days: z.int().min(1).max(MOST_DAYS).optional(),
})
/** Each run is about as many quarters, the last of which is its own. */
export const NetworkFilters = NetworkQuery.pick({ need: true, area: true }).extend({
  quarters: z.int().min(1).max(MOST_QUARTERS).optional(),
})

export const MOST_SCHEDULES = 20
/** For how long a made report can be opened. */
export const RUN_DAYS = 400

const chosen = { cadence: Cadence }
export const NewSchedule = z.discriminatedUnion('report', [
  z.object({ report: z.literal('unmet-needs'), filters: UnmetFilters, ...chosen }),
  z.object({ report: z.literal('organization'), filters: OrganizationFilters, ...chosen }),
  z.object({ report: z.literal('network'), filters: NetworkFilters, ...chosen }),
])
export type NewSchedule = z.infer<typeof NewSchedule>

/** The filters of any of the reports, as they are stored: checked before. */
export const ScheduleFilters = z.object({
  ...UnmetFilters.shape,
  need: z.union([Need, z.array(Need)]).optional(),
  side: z.enum(sides).optional(),
  withOrganizationId: Id.optional(),
  county: z.string().optional(),
  zip: z.string().optional(),
  language: z.string().optional(),
  ageBand: z.enum(ageBands).optional(),
  compare: z.enum(comparisons).optional(),
  days: z.int().optional(),
  area: z.string().optional(),
  quarters: z.int().optional(),
})
export type ScheduleFilters = z.infer<typeof ScheduleFilters>

export const ReportScheduleRow = z.object({
  id: Id,
  accountId: Id,
  report: z.enum(scheduledReports),
  filters: ScheduleFilters,
  cadence: Cadence,
  nextOn: Day,
  createdOn: Timestamp,
})
export type ReportScheduleRow = z.infer<typeof ReportScheduleRow>

export const ReportRunRow = z.object({
  id: Id,
  scheduleId: Id.nullable(),
  accountId: Id,
  organizationId: Id.nullable(),
  report: z.enum(scheduledReports),
  dueOn: Day,
  asOf: Timestamp,
  result: z.union([UnmetReport, Report, NetworkReport]),
  filters: ScheduleFilters,
})
export type ReportRunRow = z.infer<typeof ReportRunRow>

export const ReportSchedule = ReportScheduleRow.omit({ accountId: true, createdOn: true })
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const ReportRun = ReportRunRow.pick({ id: true, asOf: true, report: true, filters: true, result: true })
export type ReportRun = z.infer<typeof ReportRun>

export const ScheduleList = z.object({
  items: z.array(ReportSchedule),
  /** what was made last, newest first */
  runs: z.array(ReportRunRow.pick({ id: true, asOf: true, report: true, filters: true })),
})
export type ScheduleList = z.infer<typeof ScheduleList>
