import { z } from 'zod'
import { StateFips, UnmetReport, unmetScopes } from '#casework/unmet-needs/unmet-need.ts'
import { Need } from '#directory/needs/need.ts'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'

export const cadences = ['weekly', 'monthly', 'quarterly'] as const
export type Cadence = (typeof cadences)[number]
const Cadence = z.enum(cadences)

/** Which reports can be scheduled. */
const Report = z.enum(['unmet-needs'])

/** Each run has the usual period of its day. */
export const ScheduleFilters = z.object({
  scope: z.enum(unmetScopes).optional(),
  need: Need.optional(),
  state: StateFips.optional(),
})
export type ScheduleFilters = z.infer<typeof ScheduleFilters>

export const MOST_SCHEDULES = 20
/** For how long a made report can be opened. */
export const RUN_DAYS = 400

export const ReportScheduleRow = z.object({
  id: Id,
  accountId: Id,
  report: Report,
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
  report: z.string(),
  dueOn: Day,
  asOf: Timestamp,
  result: UnmetReport,
})
export type ReportRunRow = z.infer<typeof ReportRunRow>

export const NewSchedule = ReportScheduleRow.pick({ report: true, cadence: true }).extend({ filters: ScheduleFilters })
export type NewSchedule = z.infer<typeof NewSchedule>

export const ReportSchedule = ReportScheduleRow.omit({ accountId: true, createdOn: true })
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const ReportRun = ReportRunRow.pick({ id: true, asOf: true, result: true })
export type ReportRun = z.infer<typeof ReportRun>

export const ScheduleList = z.object({
  items: z.array(ReportSchedule),
  /** what was made last, newest first */
  runs: z.array(
    ReportRunRow.pick({ id: true, asOf: true }).extend({
      filters: UnmetReport.pick({ scope: true, need: true, state: true }),
    }),
  ),
})
export type ScheduleList = z.infer<typeof ScheduleList>
